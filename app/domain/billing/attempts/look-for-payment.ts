import type { BillingCycle } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";
import { isPaidFor } from "../../subscriptions/charges/fixed-day.ts";
import { refreshContract } from "../../subscriptions/store-contract.ts";
import { billSubscription } from "../charging/bill-subscription.ts";
import { type Billing, readBilling } from "../charging/read-billing.ts";
import { askCycle } from "../cycles/ask-cycle.ts";
import { openChargedCycle } from "../cycles/open-cycle.ts";
import { readCalendar } from "../cycles/read-calendar.ts";
import { askIfPaid } from "./ask-if-paid.ts";
import { settleElsewhere } from "./settle-elsewhere.ts";

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
  const { subscription, open } = billing;
  const standing = await askIfPaid(context, subscription, open);
  const isPaid =
    standing === "paid" || (standing === "free" && (await settlePassed(context, billing, open)));
  await billSubscription(context, subscriptionId);
  return isPaid;
}

/**
 * Somebody else may have charged a cycle that a pause has passed by: they see the oldest one that is unpaid. It is the payment of what
 * is open where the contract's last charge pays for that period.
 *
 * @returns whether there is such a payment.
 */
async function settlePassed(
  context: ShopContext,
  { subscription }: Billing,
  open: BillingCycle,
): Promise<boolean> {
  const { shopId, subscriptionId, cycleIndex } = open;
  const before = await context.db.prisma.billingCycle.findFirst({
    where: { shopId, subscriptionId, cycleIndex: { lt: cycleIndex } },
    orderBy: { cycleIndex: "desc" },
    select: { cycleIndex: true, dueAt: true },
  });
  const first = (before?.cycleIndex ?? 0) + 1;
  if (first === cycleIndex) return false;
  const row = await refreshContract(context, Number(subscription.platformContractId));
  if (!row || !isPaidFor(row, open.dueAt)) return false;
  const behind = before?.dueAt ?? subscription.createdAt;
  const { cycles } = await readCalendar(context, subscription, open.dueAt, { behind });
  const paid = cycles.find(
    ({ index, isBilled }) => isBilled && index >= first && index < cycleIndex,
  );
  if (!paid) return false;
  const standing = await askCycle(context, subscription, paid.index);
  if (standing.kind !== "paid") return false;
  await settleElsewhere(context, subscription, cycleIndex, standing.attempt);
  return true;
}

/** A charge that somebody else has made before its day counts as owed, so that it is settled like any other. */
async function readWithOpen(context: ShopContext, key: SubscriptionKey): Promise<Billing | null> {
  const billing = await readBilling(context.db.prisma, key);
  if (!billing || billing.open || billing.running) return billing;
  const isOpened = await openChargedCycle(context, billing);
  return isOpened ? readBilling(context.db.prisma, key) : billing;
}
