import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../context.ts";
import { type SubscriptionRecord, toSubscriptionRecord } from "./subscription-record.ts";

/** One subscription by its internal id, for the core REST API. @throws AppError not_found. */
export async function getSubscription(
  context: Pick<ShopContext, "db" | "shop">,
  id: bigint,
): Promise<SubscriptionRecord> {
  const row = await context.db.prisma.subscription.findUnique({
    where: { shopId_id: { shopId: context.shop.id, id } },
    include: { customer: true, plan: true, appliedOffers: { where: { state: "active" } } },
  });
  if (!row) throw new AppError("not_found", "There is no such subscription.");
  const { appliedOffers, ...subscription } = row;
  return toSubscriptionRecord(subscription, appliedOffers[0] ?? null);
}
