import { z } from "zod";
import type { Plan, PlanGroup } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import type { IntervalUnit } from "#app/platform/platform-contract.ts";
import type { PlanPricing, PlanTrial } from "#app/platform/platform-plan-group.ts";
import type { ShopContext } from "../context.ts";
import { deliveryIntervalOf } from "../subscriptions/delivery-columns.ts";

/** A plan group as the merchant manages it. */
export interface ManagedPlanGroup {
  id: bigint;
  /** The platform's own. */
  platformId: bigint;
  /** Changes with every edit: a save that sends an older version is rejected as stale. */
  version: string;
  name: string;
  kind: "membership" | "product";
  /** What customers are tagged with while a membership of the group is paid for. */
  customerTag: string | null;
  plans: ManagedPlan[];
}

interface ManagedPlan {
  id: bigint;
  /** The platform's own. */
  platformId: bigint;
  name: string;
  /** Null when the plan does not renew. */
  interval: { unit: IntervalUnit; count: number } | null;
  /** How often a prepaid plan delivers; null where each charge brings its own delivery. */
  deliveryInterval: { unit: IntervalUnit; count: number } | null;
  /** Null when the price follows other rules than those that the app writes. */
  pricing: PlanPricing | null;
  trial: PlanTrial | null;
  /** Subscriptions that are not over. */
  subscriptionCount: number;
}

const amount = { amountMinor: z.number().int(), currency: z.string() };
const pricingSchema = z.object({
  discount: z
    .discriminatedUnion("kind", [
      z.object({ kind: z.literal("percentage"), percentage: z.number() }),
      z.object({ kind: z.literal("fixed_amount"), ...amount }),
      z.object({ kind: z.literal("fixed_price"), ...amount }),
    ])
    .nullable(),
  cycles: z.number().int().nullable(),
}) satisfies z.ZodType<PlanPricing>;

/** The pricing that a plan's row keeps; null when it follows other rules than those that the app writes. */
export function readPlanPricing(pricing: unknown): PlanPricing | null {
  return pricing === null ? null : pricingSchema.parse(pricing);
}

/** The store's groups, memberships first, without those that were deleted. */
export async function listPlanGroups(
  context: Pick<ShopContext, "db" | "shop">,
): Promise<ManagedPlanGroup[]> {
  return readGroups(context, {});
}

/**
 * One group.
 *
 * @throws AppError not_found, also for one that was deleted.
 */
export async function getPlanGroup(
  context: Pick<ShopContext, "db" | "shop">,
  id: bigint,
): Promise<ManagedPlanGroup> {
  const [group] = await readGroups(context, { id });
  if (!group) throw new AppError("not_found", "There is no such plan group, or it was deleted.");
  return group;
}

async function readGroups(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  which: { id?: bigint },
): Promise<ManagedPlanGroup[]> {
  const rows = await db.prisma.planGroup.findMany({
    where: { shopId: shop.id, removedAt: null, ...which },
    orderBy: [{ kind: "asc" }, { name: "asc" }, { id: "asc" }],
    include: {
      plans: { where: { removedAt: null }, orderBy: [{ position: "asc" }, { id: "asc" }] },
    },
  });
  const counts = await db.prisma.subscription.groupBy({
    by: ["planId"],
    where: {
      shopId: shop.id,
      status: { not: "cancelled" },
      planId: { in: rows.flatMap(({ plans }) => plans.map(({ id }) => id)) },
    },
    _count: true,
  });
  const countOf = new Map(counts.map(({ planId, _count }) => [planId, _count]));
  return rows.map((row) => toManagedGroup(row, countOf, shop.currency));
}

function toManagedGroup(
  row: PlanGroup & { plans: Plan[] },
  countOf: ReadonlyMap<bigint | null, number>,
  currency: string,
): ManagedPlanGroup {
  return {
    id: row.id,
    platformId: row.platformGroupId,
    version: row.updatedAt.toISOString(),
    name: row.name,
    kind: row.kind === "membership" ? "membership" : "product",
    customerTag: row.customerTag,
    plans: row.plans.map((plan) => ({
      id: plan.id,
      platformId: plan.platformPlanId,
      name: plan.name,
      interval:
        plan.intervalUnit === null || plan.intervalCount === null
          ? null
          : { unit: plan.intervalUnit as IntervalUnit, count: plan.intervalCount },
      deliveryInterval: deliveryIntervalOf(plan),
      pricing: readPlanPricing(plan.pricing),
      trial:
        plan.trialDays === null
          ? null
          : { days: plan.trialDays, feeMinor: Number(plan.trialFeeMinor), currency },
      subscriptionCount: countOf.get(plan.id) ?? 0,
    })),
  };
}
