import { isDeepStrictEqual } from "node:util";
import { type Plan, type PlanGroup, Prisma } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { PlatformPlan, PlatformPlanGroup } from "#app/platform/platform-plan-group.ts";
import type { ShopContext } from "../context.ts";
import { nextVersion } from "../edit-version.ts";
import { recordEvent } from "../events/record-event.ts";
import { deliveryColumns } from "./delivery-columns.ts";

type GroupRow = PlanGroup & { plans: Plan[] };

/**
 * Makes our rows say what the platform says of a group. Plans that it no longer has are marked as removed: contracts
 * refer to them. The group's version moves only when something changed. Safe to repeat.
 *
 * @param asOf the group's version before the platform was asked; a group that has changed since is left as it is,
 *   because the answer may be older. Left out by who knows that nobody else writes the group.
 */
export async function storePlanGroup(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  group: PlatformPlanGroup,
  asOf?: Date | null,
): Promise<bigint> {
  const shopId = context.shop.id;
  const now = context.clock.now();
  const platformGroupId = BigInt(group.groupId);
  const facts = { name: group.name, kind: group.kind, removedAt: null };
  const inserted = await tx.planGroup.createMany({
    data: [{ shopId, platformGroupId, ...facts, createdAt: now, updatedAt: now }],
    skipDuplicates: true,
  });
  await tx.$queryRaw`
    SELECT id FROM plan_groups WHERE shop_id = ${shopId} AND platform_group_id = ${platformGroupId} FOR UPDATE`;
  const row: GroupRow = await tx.planGroup.findUniqueOrThrow({
    where: { shopId_platformGroupId: { shopId, platformGroupId } },
    include: { plans: true },
  });
  const isNew = inserted.count > 0;
  if (!isNew && asOf !== undefined && row.updatedAt.getTime() !== asOf?.getTime()) return row.id;
  let changed = !hasFacts(row, facts);
  for (const [position, plan] of group.plans.entries()) {
    changed = (await storePlan(tx, row, plan, position, now)) || changed;
  }
  const kept = group.plans.map(({ planId }) => BigInt(planId));
  const removed = await tx.plan.updateMany({
    where: { shopId, planGroupId: row.id, platformPlanId: { notIn: kept }, removedAt: null },
    data: { removedAt: now, updatedAt: now },
  });
  if (!isNew && (changed || removed.count > 0)) {
    await tx.planGroup.update({
      where: { shopId_id: { shopId, id: row.id } },
      data: { ...facts, updatedAt: nextVersion(row.updatedAt, now) },
    });
    if (row.name !== facts.name) {
      await recordEvent(context, tx, "plan_group.renamed", { plan_group_id: String(row.id) });
    }
  }
  return row.id;
}

/** Marks a group as one that the platform no longer has, with its plans. Safe to repeat. */
export async function markPlanGroupRemoved(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  id: bigint,
): Promise<void> {
  const shopId = context.shop.id;
  const now = context.clock.now();
  const group = await tx.planGroup.findUniqueOrThrow({ where: { shopId_id: { shopId, id } } });
  if (group.removedAt) return;
  await tx.planGroup.update({
    where: { shopId_id: { shopId, id } },
    data: { removedAt: now, updatedAt: nextVersion(group.updatedAt, now) },
  });
  await tx.plan.updateMany({
    where: { shopId, planGroupId: id, removedAt: null },
    data: { removedAt: now, updatedAt: now },
  });
}

async function storePlan(
  tx: Queries,
  { shopId, id: planGroupId, plans }: GroupRow,
  plan: PlatformPlan,
  position: number,
  now: Date,
): Promise<boolean> {
  const platformPlanId = BigInt(plan.planId);
  const facts = {
    name: plan.name,
    intervalUnit: plan.interval?.unit ?? null,
    intervalCount: plan.interval?.count ?? null,
    ...deliveryColumns(plan.deliveryInterval),
    position,
    trialDays: plan.trial?.days ?? null,
    trialFeeMinor: plan.trial ? BigInt(plan.trial.feeMinor) : null,
    removedAt: null,
  };
  const before = plans.find((one) => one.platformPlanId === platformPlanId);
  const isSame =
    before && hasFacts(before, facts) && isDeepStrictEqual(before.pricing, plan.pricing);
  if (isSame) return false;
  const fields = {
    ...facts,
    planGroupId,
    pricing: plan.pricing ? { ...plan.pricing } : Prisma.DbNull,
  };
  await tx.plan.upsert({
    where: { shopId_platformPlanId: { shopId, platformPlanId } },
    create: { shopId, platformPlanId, ...fields, createdAt: now, updatedAt: now },
    update: { ...fields, updatedAt: now },
  });
  return true;
}

function hasFacts<F extends object>(row: { [K in keyof F]: unknown }, facts: F): boolean {
  return (Object.keys(facts) as (keyof F)[]).every(
    (name) => row[name]?.valueOf() === facts[name]?.valueOf(),
  );
}
