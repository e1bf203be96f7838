import { addJob } from "#app/lib/queue.ts";
import type { PlatformPlanGroup } from "#app/platform/platform-plan-group.ts";
import type { ShopContext } from "../context.ts";
import { eachOrSetAside } from "../set-aside/set-aside.ts";
import type { Thing } from "../set-aside/thing.ts";
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
  const asOf = ({ groupId }: PlatformPlanGroup) => versions.get(BigInt(groupId)) ?? null;
  await eachOrSetAside(context, groups, thingOfGroup, (some) =>
    context.db.transaction(async (tx) => {
      for (const group of some) await storePlanGroup(context, tx, group, asOf(group));
    }),
  );
  await context.db.transaction(async (tx) => {
    for (const row of known) {
      if (!listed.has(row.platformGroupId)) await markPlanGroupRemoved(context, tx, row.id);
    }
    await addJob(tx, publishPlanNamesJob, { shopId });
  });
}

/** Every import and every daily comparison brings all groups in again. */
function thingOfGroup({ groupId, name }: PlatformPlanGroup): Thing {
  return { kind: "plan_group", key: String(groupId), label: name, again: null };
}
