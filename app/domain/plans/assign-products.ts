import { AppError } from "#app/lib/app-error.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { PlatformProduct } from "#app/platform/platform-plan-group.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { ShopContext } from "../context.ts";
import { markPlanGroupRemoved } from "../subscriptions/store-plan-group.ts";
import { groupIsGone, saysGroupIsGone, toPlanError } from "./platform-refusal.ts";

interface ProductChange {
  groupId: bigint;
  add: number[];
  remove: number[];
}

/**
 * Offers a group's plans with more products, and with fewer. It sends the change and not the whole list, so two people
 * who choose different products at once both get what they chose. Adds first: when that is refused, nothing is
 * removed. Safe to repeat.
 *
 * @throws AppError invalid_input (`productIds`: a product that no longer exists), not_found, platform_refused,
 *   platform_unavailable.
 */
export async function assignProducts(
  context: ShopContext,
  { groupId, add, remove }: ProductChange,
): Promise<void> {
  const row = await findGroup(context, groupId);
  const platformId = Number(row.platformGroupId);
  await telling(context, groupId, async () => {
    if (add.length > 0) await context.platform.addPlanGroupProducts(platformId, add);
    if (remove.length > 0) await context.platform.removePlanGroupProducts(platformId, remove);
  });
  await context.db.transaction((tx) =>
    recordActivity(context, tx, {
      kind: "plan_group.products_changed",
      message: `The products of the plan group “${row.name}” were changed.`,
      details: {
        plan_group_id: String(groupId),
        added: add.length,
        removed: remove.length,
      },
    }),
  );
}

/**
 * The products that a group's plans are offered with, as the platform has them now.
 *
 * @throws AppError not_found, platform_unavailable.
 */
export async function listAssignedProducts(
  context: ShopContext,
  groupId: bigint,
): Promise<PlatformProduct[]> {
  const row = await findGroup(context, groupId);
  return telling(context, groupId, async () => {
    const products = await context.platform.listPlanGroupProducts(Number(row.platformGroupId));
    if (!products) return forgetGroup(context, groupId);
    return products;
  });
}

async function findGroup({ db, shop }: Pick<ShopContext, "db" | "shop">, id: bigint) {
  const row = await db.prisma.planGroup.findUnique({
    where: { shopId_id: { shopId: shop.id, id }, removedAt: null },
  });
  if (!row) throw new AppError("not_found", "There is no such plan group, or it was deleted.");
  return row;
}

async function telling<T>(
  context: ShopContext,
  groupId: bigint,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isPlatformFailure(error)) throw error;
    if (saysGroupIsGone(error)) return forgetGroup(context, groupId);
    throw toPlanError(error);
  }
}

async function forgetGroup(context: ShopContext, groupId: bigint): Promise<never> {
  await context.db.transaction((tx) => markPlanGroupRemoved(context, tx, groupId));
  throw groupIsGone();
}
