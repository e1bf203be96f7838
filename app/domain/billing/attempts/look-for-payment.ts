import type { ShopContext } from "../../context.ts";
import { billSubscription } from "../charging/bill-subscription.ts";
import { readBilling } from "../charging/read-billing.ts";
import { askIfPaid } from "./ask-if-paid.ts";

/**
 * Asks whether somebody else has charged what a subscription owes, and goes on where that leads.
 *
 * @throws PlatformFailure, so that it is tried again.
 */
export async function lookForPayment(context: ShopContext, subscriptionId: bigint): Promise<void> {
  const key = { shopId: context.shop.id, id: subscriptionId };
  const billing = await readBilling(context.db.prisma, key);
  if (!billing?.open || billing.running) return;
  await askIfPaid(context, billing.subscription, billing.open);
  await billSubscription(context, subscriptionId);
}
