import type { BillingAttempt, Subscription } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { toPlatformChangeError } from "../../platform-change-error.ts";
import { refuse } from "../../refusals/refuse.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { moveNextDate } from "../../subscriptions/charges/move-next-date.ts";
import { storeContract } from "../../subscriptions/store-contract.ts";
import { ownKeyStart } from "../attempts/claim-attempt.ts";
import { billSubscription } from "../charging/bill-subscription.ts";
import { billSubscriptionTask } from "../charging/billing-tasks.ts";
import { type Billing, lockBilling, readBilling } from "../charging/read-billing.ts";
import { openCycle } from "../cycles/open-cycle.ts";
import { keptBy } from "../cycles/read-calendar.ts";
import { keptTimeOf } from "../dates/kept-time.ts";
import { soonestDate } from "../dates/soonest-date.ts";
import { alignPrice } from "../prices/align-price.ts";
import { askTaken } from "./ask-taken.ts";
import { changedMeanwhile } from "./changed-meanwhile.ts";
import { nextDateOf } from "./next-date-of.ts";
import { refuseIfPaid } from "./refuse-if-paid.ts";
import { takeBack } from "./take-charge-back.ts";

/**
 * Makes the next charge now instead of on its date: the date moves to this minute, here and on the platform, and then it is charged
 * like any charge that is due. Later charges are counted from now. Of any number of requests with one date one charges.
 *
 * @param charge.from the date of the charge that is meant, as the caller has seen it.
 * @returns the attempt. Its end comes later, unless the platform has answered it already.
 * @throws AppError not_found; charge_not_retryable, which says why; platform_refused: the date is the one before again; platform_unavailable: it is
 *   charged as soon as the platform answers again, unless its date had not moved yet.
 */
export async function chargeNextNow(
  context: ShopContext,
  { subscriptionId, from }: { subscriptionId: bigint; from: Date },
): Promise<BillingAttempt> {
  const { db, shop, clock, platform } = context;
  const key = { shopId: shop.id, id: subscriptionId };
  const billing = await readBilling(db.prisma, key);
  if (!billing) throw new AppError("not_found", "There is no such subscription.");
  if (!isMeant(billing, from)) throw changedMeanwhile();
  await refuseIfPaid(context, subscriptionId);
  const to = soonestDate(clock.now());
  const asked = await askTaken(context, billing, to);
  if ("onlyAfter" in asked) {
    if (!asked.onlyAfter) throw refuse("no_such_charge");
    const day = formatDate(asked.onlyAfter, shop.ianaTimezone);
    const message = `The period before this charge has not ended: it can be charged after ${day}.`;
    throw refuse("period_not_over", { day }, message);
  }
  if (asked.chosen.kind === "charged_elsewhere") throw changedMeanwhile();
  const keeps = keptBy(billing.subscription, billing.last, from, shop.ianaTimezone);
  const rowBefore = await claim(context, key, from, to);
  const contractId = Number(billing.subscription.platformContractId);
  try {
    const moved = await platform.setNextBillingDate(contractId, asked.date);
    await storeContract(context, moved, { rowBefore });
    const current = await readBilling(db.prisma, key);
    if (current && isMeant(current, to)) {
      await alignPrice(context, current.subscription, current.last);
      await openCycle(context, current.subscription, current.last, to);
    }
    await billSubscription(context, subscriptionId);
  } catch (error) {
    if (isPlatformFailure(error) && error.kind === "refused") {
      await takeBack(context, key, contractId, { from, to, keeps }).catch((later) => {
        throw toPlatformChangeError(later, "charge");
      });
    }
    throw toPlatformChangeError(error, "charge");
  }
  const attempt = await db.prisma.billingAttempt.findFirst({
    where: {
      shopId: key.shopId,
      subscriptionId,
      cycle: { dueAt: to },
      idempotencyKey: { startsWith: ownKeyStart(contractId) },
    },
    orderBy: { id: "desc" },
  });
  if (!attempt) throw changedMeanwhile();
  return attempt;
}

/** Moves the date in our row: of all who mean the present one, the first goes on. */
async function claim(
  context: ShopContext,
  key: { shopId: bigint; id: bigint },
  from: Date,
  to: Date,
): Promise<Subscription> {
  return context.db.transaction(async (tx) => {
    const current = await lockBilling(tx, key);
    if (!current || !isMeant(current, from)) throw changedMeanwhile();
    const zone = context.shop.ianaTimezone;
    const row = await moveNextDate(context, tx, current.subscription, {
      ...{ from, to },
      keeps: keptTimeOf(to, zone),
    });
    await scheduleTask(context, tx, billSubscriptionTask, { subscriptionId: key.id }, to);
    await recordActivity(context, tx, {
      kind: "billing.brought_forward",
      message: `The charge of ${formatDate(from, zone)} is made now.`,
      customerId: current.subscription.customerId,
      subscriptionId: key.id,
    });
    return row;
  });
}

function isMeant(billing: Billing, from: Date): boolean {
  return nextDateOf(billing)?.getTime() === from.getTime();
}
