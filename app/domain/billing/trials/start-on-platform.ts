import type { Subscription } from "#app/generated/prisma/client.ts";
import { formatMinor } from "#app/lib/money.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { nextMinute, sendRemindersTask } from "../../mail/mail-tasks.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { nextChargeOf } from "../../subscriptions/charges/next-charge.ts";
import { storeContract } from "../../subscriptions/store-contract.ts";
import { writePriceStep } from "../prices/write-price-step.ts";

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
  const { clock, shop } = context;
  const { status, trialEndsAt } = subscription;
  if (status !== "active" || !trialEndsAt) return false;
  // Told late, a customer has a day to cancel all the same.
  const now = clock.now();
  const endsAt = trialEndsAt > now ? trialEndsAt : addDays(now, 1, shop.ianaTimezone);
  const written = await writePriceStep(context, subscription, FEE_CYCLE, endsAt);
  if (written.outcome === "nothing") return wasBoughtWithout(context, subscription);
  if (written.outcome === "not_active") return false;
  const { contract } = written;
  // Canceled in between: the dates of what has ended are nobody's.
  if (contract.status === "active") await noteStart(context, subscription, endsAt, contract);
  await storeContract(context, contract, { rowBefore: subscription });
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
