import type { LoyaltyReferral } from "#app/generated/prisma/client.ts";
import { askIn } from "#app/lib/ask.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../../../context.ts";
import { noCollections } from "../../collections/memberships.ts";
import { orderFact } from "../../facts/read-customer-facts.ts";
import { readOrder } from "../../facts/read-orders.ts";
import { settleLoyaltyJob } from "../../loyalty-jobs.ts";
import { lockLoyalty } from "../../settle/lock-loyalty.ts";
import { linkDays } from "./link-days.ts";

/**
 * Brings the facts of a referral up to what it is now: once the friend's order can no longer be sent back, both the advocate
 * and the friend have one, unless the merchant has still to look at it or has refused it; when the order is paid back after
 * all, or its payment is taken back, they have none. Safe to repeat.
 */
export async function followReferral(context: ShopContext, referralId: bigint): Promise<void> {
  const { db, shop } = context;
  const key = { where: { shopId_id: { shopId: shop.id, id: referralId } } };
  await db.transaction(async (tx) => {
    const seen = await tx.loyaltyReferral.findUnique(key);
    if (!seen) return;
    await lockLoyalty(tx, shop.id, [...new Set([seen.advocateId, seen.friendId])]);
    const referral = await tx.loyaltyReferral.findUnique(key);
    if (!referral) return;
    const orderMinor = await countedMinor(context, tx, referral);
    for (const fact of [
      { kind: "referral", customerId: referral.advocateId, orderMinor },
      { kind: "referred", customerId: referral.friendId, orderMinor },
    ] as const) {
      if (!(await putFact(tx, referral, fact))) continue;
      await addJob(tx, settleLoyaltyJob, { shopId: shop.id, customerId: fact.customerId });
    }
  });
}

/** What the friend's order is worth; null while, or because, the referral does not count. */
async function countedMinor(
  { clock, shop }: ShopContext,
  tx: Queries,
  { shopId, status, countsAt, orderId }: LoyaltyReferral,
): Promise<number | null> {
  if (status === "review" || status === "rejected" || countsAt > clock.now()) return null;
  const order = await readOrder(askIn(tx), shopId, orderId);
  if (!order || order.cancelledAt) return null;
  const [fact] = orderFact(order, shop.currency, noCollections);
  return fact?.kind === "order" && fact.order.isPurchase ? fact.order.netMinor : null;
}

/** @returns whether anything has changed. */
async function putFact(
  tx: Queries,
  { shopId, id, countsAt, followedAt, referredAt }: LoyaltyReferral,
  fact: { kind: "referral" | "referred"; customerId: bigint; orderMinor: number | null },
): Promise<boolean> {
  const { kind, customerId, orderMinor } = fact;
  const key = `referral:${id}`;
  if (orderMinor === null) {
    return (
      (await tx.loyaltyFact.deleteMany({ where: { shopId, customerId, kind, key } })).count > 0
    );
  }
  const data = JSON.stringify({
    order_minor: orderMinor,
    link_days: linkDays(followedAt, referredAt),
  });
  // Held, so that no erasure comes in between and leaves the fact behind.
  const held = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM customers
    WHERE shop_id = ${shopId} AND id = ${customerId} AND redacted_at IS NULL FOR SHARE`;
  if (held.length === 0) return false;
  const written = await tx.$executeRaw`
    INSERT INTO loyalty_facts AS f (shop_id, customer_id, kind, key, happened_at, data)
    VALUES (${shopId}, ${customerId}, ${kind}, ${key}, ${countsAt}, ${data}::jsonb)
    ON CONFLICT (shop_id, customer_id, kind, key) DO UPDATE SET data = excluded.data
    WHERE f.data <> excluded.data`;
  return written > 0;
}
