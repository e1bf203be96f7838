import type { Customer } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { addressSpellings } from "#app/lib/email-address.ts";
import type { ShopContext } from "../context.ts";
import { renewExportFiles } from "../data-export/files/renew-export-files.ts";
import { recordEvent } from "../events/record-event.ts";
import { forgetLoyalty } from "../loyalty/forget-loyalty.ts";
import { findByAddress } from "./find-by-address.ts";

/**
 * Erases a person: names, addresses and the notes they wrote. What remains (contracts, ledger entries,
 * figures) refers to a number that no longer leads to anyone, and the ledger still balances. Safe to repeat.
 */
export async function eraseCustomer(context: ShopContext, requestId: bigint): Promise<void> {
  const key = { shopId_id: { shopId: context.shop.id, id: requestId } };
  await context.db.transaction(async (tx) => {
    const request = await tx.complianceRequest.findUniqueOrThrow({ where: key });
    if (request.completedAt) return;
    const customer = request.platformCustomerId
      ? await tx.customer.findUnique({
          where: {
            shopId_platformCustomerId: {
              shopId: context.shop.id,
              platformCustomerId: request.platformCustomerId,
            },
          },
        })
      : null;
    if (request.platformCustomerId) {
      const { shopId, platformCustomerId } = request;
      await tx.setAside.deleteMany({
        where: { shopId, kind: "customer", key: String(platformCustomerId) },
      });
    }
    if (customer) {
      const { shopId, id } = customer;
      // As all do who record an event: taken before the rows of customers, nobody waits in a circle.
      await tx.$executeRaw`SELECT lock_shop_writes(${shopId})`;
      // Those who were merged with this one are the same person.
      const merged = await tx.customer.findMany({ where: { shopId, mergedIntoId: id } });
      const persons = [...merged, customer];
      const orders = [];
      for (const one of persons) orders.push(...(await erasePerson(tx, one)));
      await renewExportFiles(tx, shopId);
      for (const one of persons) {
        await recordEvent(context, tx, "customer.updated", { customer_id: String(one.id) });
      }
      if (orders.length > 0) {
        await recordEvent(context, tx, "order.restated", { order_ids: orders.map(String) });
      }
    }
    await tx.complianceRequest.update({
      where: key,
      data: { completedAt: new Date(), result: { found: customer !== null } },
    });
  });
}

/** @returns the orders that the person placed as a guest. */
async function erasePerson(tx: Queries, customer: Customer): Promise<bigint[]> {
  const { shopId, id, email } = customer;
  const spellings = email ? addressSpellings(email) : [];
  // Before the address is erased, which may be all that identifies the person.
  const found = await findByAddress(tx, customer);
  const placesOf = (keys: readonly { fileId: bigint; position: number }[]) => ({
    files: keys.map(({ fileId }) => fileId),
    positions: keys.map(({ position }) => position),
  });
  const credit = placesOf(found.creditLines);
  await tx.$executeRaw`
    UPDATE credit_file_lines l SET customer = '', email = '', reason = ''
    FROM unnest(${credit.files}::bigint[], ${credit.positions}::integer[]) AS k (file_id, position)
    WHERE l.shop_id = ${shopId} AND l.file_id = k.file_id AND l.position = k.position`;
  const loyalty = placesOf(found.loyaltyLines);
  await tx.$executeRaw`
    UPDATE loyalty_file_lines l SET customer = '', email = '', reason = ''
    FROM unnest(${loyalty.files}::bigint[], ${loyalty.positions}::integer[]) AS k (file_id, position)
    WHERE l.shop_id = ${shopId} AND l.file_id = k.file_id AND l.position = k.position`;
  const imported = placesOf(found.importLines);
  await tx.$executeRaw`
    UPDATE contract_import_lines l SET cells = NULL
    FROM unnest(${imported.files}::bigint[], ${imported.positions}::integer[]) AS k (import_id, position)
    WHERE l.shop_id = ${shopId} AND l.import_id = k.import_id AND l.position = k.position`;
  await tx.$executeRaw`
    UPDATE orders SET email = NULL, customer_name = NULL WHERE shop_id = ${shopId} AND customer_id = ${id}`;
  await tx.$executeRaw`
    UPDATE orders o SET email = NULL, customer_name = NULL
    FROM unnest(${found.guestOrders}::bigint[]) AS k (id)
    WHERE o.shop_id = ${shopId} AND o.id = k.id`;
  // What somebody of the staff searched for, and saved.
  await tx.$executeRaw`
    UPDATE saved_views v SET query = v.query - 'search'
    FROM customers c
    WHERE c.shop_id = ${shopId} AND c.id = ${id} AND v.shop_id = c.shop_id
      AND (EXISTS (SELECT FROM unnest(${spellings}::text[]) s WHERE strpos(lower(normalize(v.query ->> 'search', NFC)), s) > 0)
        OR strpos(lower(normalize(v.query ->> 'search', NFC)), lower(nullif(c.first_name, ''))) > 0
        OR strpos(lower(normalize(v.query ->> 'search', NFC)), lower(nullif(c.last_name, ''))) > 0)`;
  await tx.customer.update({
    where: { shopId_id: { shopId, id } },
    data: { email: null, firstName: null, lastName: null, locale: null, redactedAt: new Date() },
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
  // Reasons that people typed may name the person; figures and types stay.
  await tx.$executeRaw`SELECT erase_credit_reasons(${shopId}, ${id}, 'Reason erased')`;
  await tx.$executeRaw`
    UPDATE activities SET message = 'Reason erased'
    WHERE shop_id = ${shopId} AND customer_id = ${id} AND kind LIKE 'store_credit.%'`;
  // Data that was collected for the person earlier is theirs too.
  await tx.$executeRaw`
    UPDATE compliance_requests r SET result = NULL
    FROM customers c
    WHERE r.shop_id = ${shopId} AND c.shop_id = r.shop_id AND c.id = ${id}
      AND r.platform_customer_id = c.platform_customer_id AND r.topic = 'customers/data_request'`;
  return found.guestOrders;
}
