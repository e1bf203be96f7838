import type { BillingCycle, CreditHold, Subscription } from "#app/generated/prisma/client.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { PlatformOrder } from "#app/platform/platform-order.ts";
import type { ShopContext } from "../../context.ts";
import { announceSettlement } from "../../store-credit/holds/announce-settlement.ts";
import { releaseInLedger } from "../../store-credit/holds/release-hold.ts";
import { settleHold } from "../../store-credit/holds/settle-order-credit.ts";
import { storeContract } from "../../subscriptions/store-contract.ts";
import { discountOf } from "./credit-discount.ts";
import { creditOnOrder } from "./credit-on-order.ts";

/**
 * Ends what a cycle holds of its customer's credit. When it is paid, its order has what the discount took off, and the rest goes
 * back. Otherwise, and where somebody else has charged it before the discount was there, the discount comes off the contract
 * first, and then the credit goes back. Safe to repeat.
 *
 * @throws PlatformFailure. @throws Error while the platform does not show the order.
 */
export async function settleCycleCredit(
  context: ShopContext,
  subscription: Subscription,
  { shopId, subscriptionId, cycleIndex, creditHoldId, state }: BillingCycle,
): Promise<void> {
  if (creditHoldId === null) return;
  const { prisma } = context.db;
  const hold = await prisma.creditHold.findUniqueOrThrow({
    where: { shopId_id: { shopId, id: creditHoldId } },
  });
  const order =
    state === "paid" ? await readOrder(context, shopId, subscriptionId, cycleIndex) : null;
  const usedMinor = order ? creditOnOrder(order, hold) : 0;
  if (order && usedMinor > 0) await settleHold(context, hold, order, usedMinor);
  else await letGo(context, subscription, hold);
  await prisma.billingCycle.update({
    where: { shopId_subscriptionId_cycleIndex: { shopId, subscriptionId, cycleIndex } },
    data: { creditSettledAt: context.clock.now() },
  });
}

/** The order of the payment. Null where somebody else has charged the cycle and the platform does not show with what. */
async function readOrder(
  { db, platform }: ShopContext,
  shopId: bigint,
  subscriptionId: bigint,
  cycleIndex: number,
): Promise<PlatformOrder | null> {
  const paid = await db.prisma.billingAttempt.findFirst({
    where: { shopId, subscriptionId, cycleIndex, status: "success" },
    select: { platformOrderId: true },
  });
  if (!paid) return null;
  const order = paid.platformOrderId && (await platform.getOrder(Number(paid.platformOrderId)));
  if (!order) throw new Error("The platform does not show the order that credit has paid for.");
  return order;
}

async function letGo(
  context: ShopContext,
  subscription: Subscription,
  hold: CreditHold,
): Promise<void> {
  if (hold.discountGid !== null) await removeDiscount(context, subscription, hold);
  await releaseInLedger(context, hold, null);
  await announceSettlement(context, hold.customerId);
}

/** A contract that has ended charges nothing, whatever discount it still has. */
async function removeDiscount(
  context: ShopContext,
  subscription: Subscription,
  hold: CreditHold,
): Promise<void> {
  const { platform } = context;
  const contractId = Number(subscription.platformContractId);
  const contract = await platform.getContract(contractId);
  if (!contract) return;
  const discount = discountOf(contract, hold);
  try {
    const left = discount
      ? await platform.removeContractDiscount(contractId, discount.gid)
      : contract;
    await storeContract(context, left, { rowBefore: subscription });
  } catch (error) {
    if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
    const now = await platform.getContract(contractId);
    if (now && now.status !== "cancelled" && now.status !== "expired") throw error;
  }
}
