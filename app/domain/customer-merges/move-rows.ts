import type { Queries } from "#app/lib/db.ts";
import type { ShopContext, SubscriptionChange } from "../context.ts";
import { recordSubscriptionEvent } from "../subscriptions/record-subscription-event.ts";

/**
 * Gives a customer's subscriptions to another one, with what follows from each: whose membership it is, and which tags
 * it gives. The caller has locked them.
 *
 * @returns how many there were.
 */
export async function moveSubscriptions(
  context: ShopContext,
  tx: Queries,
  fromId: bigint,
  toId: bigint,
): Promise<number> {
  const shopId = context.shop.id;
  const rows = await tx.subscription.findMany({
    where: { shopId, customerId: fromId },
    orderBy: { id: "asc" },
  });
  // Whoever was no member before is the member that the other one was.
  await tx.$executeRaw`
    UPDATE members SET customer_id = ${toId}
    WHERE shop_id = ${shopId} AND customer_id = ${fromId}
      AND NOT EXISTS (SELECT 1 FROM members m WHERE m.shop_id = ${shopId} AND m.customer_id = ${toId})`;
  const changes: SubscriptionChange[] = [];
  for (const before of rows) {
    const after = await tx.subscription.update({
      where: { shopId_id: { shopId, id: before.id } },
      data: { customerId: toId, updatedAt: context.clock.now() },
    });
    await recordSubscriptionEvent(context, tx, before, after);
    changes.push({ before, after, isNews: true });
  }
  for (const follower of context.subscriptionFollowers) {
    await follower.onRecorded?.(context, tx, changes);
  }
  return rows.length;
}

/**
 * Gives another customer what names one: orders, mails, suppressed addresses, notes, tags, lines of files, and the timeline. The
 * ledger has its own way, because its entries never change. The caller holds the store's lock, as whoever writes orders does.
 *
 * @returns how many orders there were.
 */
export async function moveRows(
  tx: Queries,
  shopId: bigint,
  fromId: bigint,
  toId: bigint,
): Promise<number> {
  const orders = await tx.$executeRaw`
    UPDATE orders SET customer_id = ${toId} WHERE shop_id = ${shopId} AND customer_id = ${fromId}`;
  await tx.$executeRaw`
    UPDATE activities SET customer_id = ${toId} WHERE shop_id = ${shopId} AND customer_id = ${fromId}`;
  await tx.$executeRaw`
    UPDATE mails SET customer_id = ${toId} WHERE shop_id = ${shopId} AND customer_id = ${fromId}`;
  await tx.$executeRaw`
    UPDATE mail_suppressions SET customer_id = ${toId} WHERE shop_id = ${shopId} AND customer_id = ${fromId}`;
  await tx.$executeRaw`
    UPDATE credit_file_lines SET customer_id = ${toId} WHERE shop_id = ${shopId} AND customer_id = ${fromId}`;
  await tx.$executeRaw`
    UPDATE contract_import_lines SET customer_id = ${toId} WHERE shop_id = ${shopId} AND customer_id = ${fromId}`;
  await tx.$executeRaw`
    UPDATE customer_notes SET customer_id = ${toId} WHERE shop_id = ${shopId} AND customer_id = ${fromId}`;
  await tx.$executeRaw`
    INSERT INTO customer_tags (shop_id, customer_id, tag, state, updated_at)
    SELECT shop_id, ${toId}::bigint, tag, state, updated_at FROM customer_tags
    WHERE shop_id = ${shopId} AND customer_id = ${fromId}
    ON CONFLICT DO NOTHING`;
  await tx.$executeRaw`DELETE FROM customer_tags WHERE shop_id = ${shopId} AND customer_id = ${fromId}`;
  return orders;
}
