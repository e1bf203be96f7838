import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { plannedMinor, readLeavingDiscounts } from "../churn/activation/leaving-discounts.ts";
import type { ShopContext } from "../context.ts";
import type { EventData } from "../events/catalogue.ts";
import { recordEvent } from "../events/record-event.ts";

type OwnChangeFacts = Pick<EventData<"own_change.made">, "change" | "line_title" | "from" | "to">;

/**
 * Records a change that a shopper made to their subscription, in the transaction that makes it.
 *
 * @param after the subscription as it is then, with the date of its next charge.
 */
export async function recordOwnChange(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  after: Subscription,
  facts: OwnChangeFacts,
): Promise<void> {
  const { shopId, id, customerId, nextBillingAt, currency } = after;
  const leaving = await readLeavingDiscounts(tx, shopId, [id]);
  await recordEvent(context, tx, "own_change.made", {
    subscription_id: String(id),
    customer_id: customerId === null ? null : String(customerId),
    ...facts,
    next_billing_at: nextBillingAt?.toISOString() ?? null,
    next_charge_minor: plannedMinor(after, nextBillingAt, leaving.get(id) ?? []),
    currency,
  });
}
