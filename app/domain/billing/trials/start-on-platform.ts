import type { Subscription } from "#app/generated/prisma/client.ts";
import { formatMinor } from "#app/lib/money.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { nextMinute, sendRemindersTask } from "../../mail/mail-tasks.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { nextChargeOf } from "../../subscriptions/charges/next-charge.ts";
import { refreshContract, storeContract } from "../../subscriptions/store-contract.ts";
import { priceAfter } from "../prices/price-after.ts";

/** The fee is paid with the first charge, at the checkout. */
const FEE_CYCLE = 1;

/**
 * Gives the contract of a new trial its full price and the trial's end as its next date, both in one draft: a fee is never
 * charged twice, and a full price never early. Until that is done nothing is charged. Safe to repeat, also after a lost
 * answer: it writes the same again.
 *
 * @returns whether something else may be due now.
 * @throws PlatformFailure: the task is tried again.
 */
export async function startTrialOnPlatform(
  context: ShopContext,
  subscription: Subscription,
): Promise<boolean> {
  const { platform, clock, shop } = context;
  const { status, trialEndsAt, platformContractId } = subscription;
  if (status !== "active" || !trialEndsAt) return false;
  const contractId = Number(platformContractId);
  const before = await platform.getContract(contractId);
  const prices = before?.lines.flatMap((line) => priceAfter(line, FEE_CYCLE)) ?? [];
  if (!before || prices.length === 0) return wasBoughtWithout(context, subscription);
  // Told late, a customer has a day to cancel all the same.
  const now = clock.now();
  const endsAt = trialEndsAt > now ? trialEndsAt : addDays(now, 1, shop.ianaTimezone);
  const { currency } = before;
  const change = { kind: "set_prices", prices, currency, nextBillingAt: endsAt } as const;
  let contract: PlatformContract;
  try {
    const { draftId } = await platform.draftContractChange(contractId, change);
    contract = await platform.commitContractChange(draftId, contractId);
  } catch (error) {
    if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
    const row = await refreshContract(context, contractId);
    if (row?.status === "active") throw error;
    return false;
  }
  // Canceled in between: the dates of what has ended are nobody's.
  if (contract.status === "active") await noteStart(context, subscription, endsAt, contract);
  await storeContract(context, contract);
  return false;
}

/** Bought before the plan had a trial, or made without a checkout: it is charged as it is. */
async function wasBoughtWithout(
  { db }: ShopContext,
  { shopId, id, nextBillingAt }: Subscription,
): Promise<boolean> {
  await db.prisma.subscription.updateMany({
    where: { shopId, id, trialState: "to_start" },
    data: { trialState: null, trialEndsAt: null, paidUntil: nextBillingAt },
  });
  return true;
}

/** Before our row follows the platform, so that what follows the row knows of the trial. */
async function noteStart(
  context: ShopContext,
  { shopId, id, customerId }: Subscription,
  endsAt: Date,
  contract: PlatformContract,
): Promise<void> {
  const { db, shop, clock } = context;
  const full = formatMinor(nextChargeOf(contract).totalMinor, contract.currency);
  await db.transaction(async (tx) => {
    const { count } = await tx.subscription.updateMany({
      where: { shopId, id, trialState: "to_start" },
      data: {
        trialState: "running",
        trialEndsAt: endsAt,
        paidUntil: endsAt,
        priceStep: FEE_CYCLE,
      },
    });
    if (count === 0) return;
    await recordActivity(context, tx, {
      kind: "subscription.trial_started",
      message: `Trial until ${formatDate(endsAt, shop.ianaTimezone)}. Then ${full} ${contract.currency} is charged.`,
      customerId,
      subscriptionId: id,
    });
    await scheduleTask(context, tx, sendRemindersTask, {}, nextMinute(clock.now()));
  });
}
