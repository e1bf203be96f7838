import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../context.ts";
import { publishPlanNamesJob } from "./subscription-jobs.ts";

/**
 * Brings the store's plan groups and plans into our tables. Safe to repeat. Plans that have left the
 * platform stay: subscriptions refer to them.
 */
export async function importPlans(context: ShopContext): Promise<void> {
  const groups = await context.platform.listPlanGroups();
  const shopId = context.shop.id;
  await context.db.transaction(async (tx) => {
    for (const group of groups) {
      const platformGroupId = BigInt(group.groupId);
      const names = { name: group.name, kind: group.kind };
      const row = await tx.planGroup.upsert({
        where: { shopId_platformGroupId: { shopId, platformGroupId } },
        create: { shopId, platformGroupId, ...names },
        update: { ...names, updatedAt: new Date() },
      });
      for (const plan of group.plans) {
        const platformPlanId = BigInt(plan.planId);
        const fields = {
          planGroupId: row.id,
          name: plan.name,
          intervalUnit: plan.interval?.unit ?? null,
          intervalCount: plan.interval?.count ?? null,
        };
        await tx.plan.upsert({
          where: { shopId_platformPlanId: { shopId, platformPlanId } },
          create: { shopId, platformPlanId, ...fields },
          update: { ...fields, updatedAt: new Date() },
        });
      }
    }
    await addJob(tx, publishPlanNamesJob, { shopId });
  });
}
