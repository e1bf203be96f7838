import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../context.ts";
import { syncTagsJob } from "./perk-jobs.ts";

const AT_A_TIME = 500;

/**
 * Has the tags looked at of every customer who has one of ours, or a membership that may give one: after a group's tag was
 * changed, and once a day, for jobs that were lost and tags that somebody took off. The job decides; here a membership only
 * counts as over when it was canceled and what was paid has ended. In pages, by an index each.
 */
export async function findTagDrift(context: ShopContext): Promise<void> {
  const { db, shop } = context;
  const now = context.clock.now();
  let after = 0n;
  for (;;) {
    const customers = await db.prisma.$queryRaw<{ customer_id: bigint }[]>`
      SELECT m.customer_id FROM members m
      WHERE m.shop_id = ${shop.id} AND m.customer_id > ${after} AND (
        EXISTS (SELECT 1 FROM customer_tags t WHERE t.shop_id = m.shop_id AND t.customer_id = m.customer_id)
        OR EXISTS (SELECT 1 FROM subscriptions s
                   JOIN plans p ON p.shop_id = s.shop_id AND p.id = s.plan_id
                   JOIN plan_groups g ON g.shop_id = p.shop_id AND g.id = p.plan_group_id
                   WHERE s.shop_id = m.shop_id AND s.customer_id = m.customer_id AND s.kind = 'membership'
                     AND (s.status <> 'cancelled' OR s.ends_at > ${now}) AND g.customer_tag IS NOT NULL))
      ORDER BY m.customer_id LIMIT ${AT_A_TIME}`;
    await db.transaction(async (tx) => {
      for (const { customer_id: customerId } of customers) {
        await addJob(tx, syncTagsJob, { shopId: shop.id, customerId });
      }
    });
    const last = customers.at(-1);
    if (!last || customers.length < AT_A_TIME) return;
    after = last.customer_id;
  }
}
