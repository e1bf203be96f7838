import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../context.ts";
import { markPlanGroupRemoved, storePlanGroup } from "./store-plan-group.ts";
import { publishPlanNamesJob } from "./subscription-jobs.ts";

/**
 * Brings the store's plan groups and plans into our tables. Safe to repeat. Plans that have left the
 * platform stay, marked as removed: subscriptions refer to them. A group that is changed while this reads is left to
 * who changes it.
 */
export async function importPlans(context: ShopContext): Promise<void> {
  const shopId = context.shop.id;
  const known = await context.db.prisma.planGroup.findMany({ where: { shopId } });
  const groups = await context.platform.listPlanGroups();
  const versions = new Map(known.map((row) => [row.platformGroupId, row.updatedAt]));
  const listed = new Set(groups.map(({ groupId }) => BigInt(groupId)));
  await context.db.transaction(async (tx) => {
    for (const group of groups) {
      await storePlanGroup(context, tx, group, versions.get(BigInt(group.groupId)) ?? null);
    }
    for (const row of known) {
      if (!listed.has(row.platformGroupId)) await markPlanGroupRemoved(context, tx, row.id);
    }
    await addJob(tx, publishPlanNamesJob, { shopId });
  });
}
