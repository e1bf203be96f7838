import type { ShopContext } from "../../context.ts";
import { billSubscription } from "../charging/bill-subscription.ts";
import { type Billing, readBilling } from "../charging/read-billing.ts";
import { openChargedCycle } from "../cycles/open-cycle.ts";
import { askIfPaid } from "./ask-if-paid.ts";

interface SubscriptionKey {
  shopId: bigint;
  id: bigint;
}

/**
 * Asks whether somebody else has charged what a subscription owes, or the charge that comes next, and goes on where that leads.
 *
 * @returns whether somebody has.
 * @throws PlatformFailure, so that it is tried again.
 */
export async function lookForPayment(
  context: ShopContext,
  subscriptionId: bigint,
): Promise<boolean> {
  const key = { shopId: context.shop.id, id: subscriptionId };
  const billing = await readWithOpen(context, key);
  if (!billing?.open || billing.running) return false;
  const standing = await askIfPaid(context, billing.subscription, billing.open);
  await billSubscription(context, subscriptionId);
  return standing === "paid";
}

/** A charge that somebody else has made before its day counts as owed, so that it is settled like any other. */
async function readWithOpen(context: ShopContext, key: SubscriptionKey): Promise<Billing | null> {
  const billing = await readBilling(context.db.prisma, key);
  if (!billing || billing.open || billing.running) return billing;
  const isOpened = await openChargedCycle(context, billing);
  return isOpened ? readBilling(context.db.prisma, key) : billing;
}
