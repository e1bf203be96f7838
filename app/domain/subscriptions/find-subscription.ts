import type { Customer, Plan, Subscription } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../context.ts";

/** A subscription with the customer and the plan it belongs to. */
export type SubscriptionWithOwner = Subscription & { customer: Customer | null; plan: Plan | null };

/**
 * Finds a subscription of the store by its platform contract id.
 *
 * @throws AppError not_found, also for another store's contract.
 */
export async function findSubscription(
  context: Pick<ShopContext, "db" | "shop">,
  platformContractId: number,
): Promise<SubscriptionWithOwner> {
  const row = await context.db.prisma.subscription.findUnique({
    where: {
      shopId_platformContractId: {
        shopId: context.shop.id,
        platformContractId: BigInt(platformContractId),
      },
    },
    include: { customer: true, plan: true },
  });
  if (!row) throw new AppError("not_found", `There is no contract ${platformContractId}.`);
  return row;
}

/**
 * The same, for a shopper: only their own.
 *
 * @throws AppError not_found for anyone else's contract, exactly as for one that does not exist.
 */
export async function findOwnSubscription(
  context: Pick<ShopContext, "db" | "shop">,
  platformContractId: number,
  platformCustomerId: number,
): Promise<SubscriptionWithOwner> {
  const row = await findSubscription(context, platformContractId);
  if (row.customer?.platformCustomerId !== BigInt(platformCustomerId)) {
    throw new AppError("not_found", `There is no contract ${platformContractId}.`);
  }
  return row;
}
