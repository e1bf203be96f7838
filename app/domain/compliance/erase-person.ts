import type { Customer } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { forgetLoyalty } from "../loyalty/forget-loyalty.ts";

/** Erases what rows hold of a person by the number of their row. In the caller's transaction; safe to repeat. */
export async function erasePerson(
  tx: Queries,
  { shopId, id }: Customer,
  redactedAt: Date,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE orders SET email = NULL, customer_name = NULL WHERE shop_id = ${shopId} AND customer_id = ${id}`;
  await tx.customer.update({
    where: { shopId_id: { shopId, id } },
    data: { email: null, firstName: null, lastName: null, locale: null, redactedAt },
  });
  await tx.cancelFlow.updateMany({
    where: { shopId, subscription: { customerId: id } },
    data: { note: null },
  });
  // A mail that waits would find no address, and its data may name the person.
  await tx.$executeRaw`
    UPDATE mails SET data = NULL, state = CASE WHEN state IN ('queued', 'sending') THEN 'suppressed' ELSE state END
    WHERE shop_id = ${shopId} AND customer_id = ${id} AND data IS NOT NULL`;
  // On the platform the tags go with the customer.
  await forgetLoyalty(tx, shopId, id);
  await tx.customerPoints.deleteMany({ where: { shopId, customerId: id } });
  await tx.customerNote.deleteMany({ where: { shopId, customerId: id } });
  await tx.customerTag.deleteMany({ where: { shopId, customerId: id } });
  await tx.mailSuppression.deleteMany({ where: { shopId, customerId: id } });
  // Reasons that people typed may name the person; figures and types stay. A line of the timeline repeats its entry's reason, in
  // whatever unit. Lines of imports once had the old app's id.
  await tx.$executeRaw`
    UPDATE activities a SET message = 'Reason erased'
    WHERE a.shop_id = ${shopId} AND a.customer_id = ${id}
      AND (a.kind LIKE 'store_credit.%' OR EXISTS (
        SELECT FROM credit_entries e
        WHERE e.shop_id = ${shopId} AND e.id = (a.details ->> 'entry_id')::bigint AND e.reason IS NOT NULL))`;
  await tx.$executeRaw`SELECT erase_credit_reasons(${shopId}, ${id}, 'Reason erased')`;
  await tx.$executeRaw`
    UPDATE activities SET details = details - 'external_id'
    WHERE shop_id = ${shopId} AND customer_id = ${id} AND details ? 'external_id'`;
}
