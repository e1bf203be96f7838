import type { ShopContext } from "../context.ts";
import { importPlans } from "../subscriptions/import-plans.ts";
import { claimsExpireBefore } from "./save-claim.ts";

/**
 * Reads the store's plan groups again when a change of one was left without a known end: the process died, or the
 * platform did not answer. What the platform did is then in our rows. Safe to repeat.
 */
export async function settlePlanGroups(context: ShopContext): Promise<void> {
  const { prisma } = context.db;
  const where = { shopId: context.shop.id, startedAt: { lt: claimsExpireBefore() } };
  const left = await prisma.planGroupSave.findMany({ where });
  if (left.length === 0) return;
  await importPlans(context);
  for (const { claim, startedAt } of left) {
    await prisma.planGroupSave.deleteMany({
      where: { shopId: context.shop.id, claim, startedAt },
    });
  }
}
