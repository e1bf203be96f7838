import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../context.ts";
import type { SubscriptionWithOwner } from "./find-subscription.ts";

/** One subscription by its internal id. @throws AppError not_found. */
export async function getSubscription(
  context: Pick<ShopContext, "db" | "shop">,
  id: bigint,
): Promise<SubscriptionWithOwner> {
  const row = await context.db.prisma.subscription.findUnique({
    where: { shopId_id: { shopId: context.shop.id, id } },
    include: { customer: true, plan: true },
  });
  if (!row) throw new AppError("not_found", "There is no such subscription.");
  return row;
}
