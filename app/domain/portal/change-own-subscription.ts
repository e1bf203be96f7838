import { Temporal } from "temporal-polyfill";
import type { Subscription } from "#app/generated/prisma/client.ts";
import { isCalendarDate } from "#app/lib/calendar-date.ts";
import { retryAttempt } from "../billing/attempts/retry-attempt.ts";
import { chargeNextNow } from "../billing/changes/charge-next-now.ts";
import { MAX_DAYS_AHEAD, rescheduleCharge } from "../billing/changes/reschedule-charge.ts";
import { skipNextCharge } from "../billing/changes/skip-next-charge.ts";
import { type Billing, lockBilling, readBilling } from "../billing/charging/read-billing.ts";
import { dueDate } from "../billing/cycles/due-date.ts";
import { moveDateOn } from "../billing/cycles/move-date-on.ts";
import { keptTimeOf, toInstant } from "../billing/dates/kept-time.ts";
import type { ShopContext } from "../context.ts";
import { toPlatformChangeError } from "../platform-change-error.ts";
import type { ChangeAnswer } from "../price-changes/consent/answer-change.ts";
import { answerOwnQuestion } from "../price-changes/consent/own-question.ts";
import { refuse, refuseField } from "../refusals/refuse.ts";
import { type PortalAction, readPortalOff } from "../shops/portal-actions.ts";
import type { ChangeGuard } from "../subscriptions/changes/change-guard.ts";
import { contractCancelledError } from "../subscriptions/changes/platform-change.ts";
import { findOwnSubscription } from "../subscriptions/find-subscription.ts";
import { type PausePlan, pausableOf, planPauseUntil } from "../subscriptions/pauses/pause-plan.ts";
import { beginPause } from "../subscriptions/pauses/pause-subscription.ts";
import { resumeSubscription } from "../subscriptions/pauses/resume-subscription.ts";
import { makeOwnEdit } from "./edits/make-edit.ts";
import type { OwnEdit } from "./edits/own-edit.ts";
import { findFailedAttempt } from "./failed-charge/read-failed-charge.ts";
import { planOwnPause } from "./plan-own-pause.ts";
import { assertMayPause } from "./portal-choices.ts";
import { reactivate } from "./reactivation/reactivate.ts";
import { recordOwnChange } from "./record-own-change.ts";
import { chooseRenewalCredit } from "./renewal-credit.ts";
import { withdrawFromContract } from "./withdrawal/withdraw.ts";

/** `chargeAt` is the date of the charge that is meant, or of its failure, as the shopper has seen it. A day is `YYYY-MM-DD` in the store's zone. */
export type OwnChange =
  | { action: "skip" | "charge_now"; chargeAt: Date }
  | { action: "move"; chargeAt: Date; day: string }
  | { action: "pause"; cycles: number }
  | { action: "pause_until"; day: string }
  | { action: "resume" }
  | { action: "renewal_credit"; enabled: boolean }
  | { action: "reactivate"; revision: string }
  | { action: "withdraw" }
  | { action: "answer"; changeId: number; answer: ChangeAnswer }
  | OwnEdit;

/** Whose contract it is, and in which language the page is that it is changed on. */
interface OwnPage {
  contractId: number;
  customerId: number;
  lang: string | undefined;
}

/** `unchanged`: the shopper wished what they saw. */
type OwnChangeOutcome = "made" | "unchanged";

/**
 * Makes one change that a shopper wishes for their own subscription. Safe to repeat: the same change brought twice, or from two
 * windows at once, is made once, and one that means a charge which has changed meanwhile is refused.
 *
 * @throws AppError not_found; invalid_input for `day`; charge_not_retryable, contract_cancelled, contract_waiting, change_refused,
 *   each with its reason; contract_changed; platform_refused; platform_unavailable: repeat it.
 */
export async function changeOwnSubscription(
  context: ShopContext,
  { contractId, customerId, lang }: OwnPage,
  change: OwnChange,
): Promise<OwnChangeOutcome> {
  const subscription = await findOwnSubscription(context, contractId, customerId);
  await assertAllowed(context, subscription, change);
  if (change.action === "withdraw") await withdrawFromContract(context, subscription);
  else if (change.action === "reactivate") {
    await reactivate(context, subscription, change.revision);
  } else {
    // Canceled by its owner's word, whatever the platform has heard of it.
    if (subscription.withdrawnAt) throw contractCancelledError();
    return makeChange(context, subscription, change, lang);
  }
  return "made";
}

async function makeChange(
  context: ShopContext,
  subscription: Subscription,
  change: Exclude<OwnChange, { action: "withdraw" | "reactivate" }>,
  lang: string | undefined,
): Promise<OwnChangeOutcome> {
  const subscriptionId = subscription.id;
  switch (change.action) {
    case "skip":
      await skipOwn(context, subscriptionId, change.chargeAt);
      return "made";
    case "charge_now":
      await chargeOwn(context, subscriptionId, change.chargeAt);
      return "made";
    case "move":
      await moveOwn(context, subscriptionId, change);
      return "made";
    case "pause":
      await pauseOwn(context, subscription, planCycles(context, change.cycles));
      return "made";
    case "pause_until":
      await pauseOwn(context, subscription, planUntil(context, subscription, change.day));
      return "made";
    case "resume":
      await resumeSubscription(context, subscription, undefined, "charged");
      return "made";
    case "answer":
      return answerOwnQuestion(context, subscriptionId, { ...change, lang });
    case "renewal_credit":
      await chooseRenewalCredit(context, subscription, change.enabled);
      return "made";
    default:
      return makeOwnEdit(context, subscription, change);
  }
}

/** What the merchant may switch off; null for what stays open. */
function actionOf(change: OwnChange): PortalAction | null {
  switch (change.action) {
    case "pause_until":
      return "pause";
    case "resume":
    case "withdraw":
    case "answer":
      return null;
    case "renewal_credit":
      return change.enabled ? "renewal_credit" : null;
    case "change_frequency":
      return "frequency";
    case "change_quantity":
      return "quantity";
    case "change_variant":
      return "variant";
    case "change_address":
      return "address";
    default:
      return change.action;
  }
}

async function assertAllowed(
  { db }: Pick<ShopContext, "db">,
  subscription: Subscription,
  change: OwnChange,
): Promise<void> {
  const action = actionOf(change);
  if (action === null || !(await readPortalOff(db.prisma, subscription)).has(action)) return;
  throw refuse("switched_off");
}

/** The next charge, or again one that failed: of any number of requests that name one failure, one charges. */
async function chargeOwn(context: ShopContext, subscriptionId: bigint, at: Date): Promise<void> {
  const failed = await findFailedAttempt(context, subscriptionId, at);
  if (failed) await retryAttempt(context, failed.id, { onlyOnce: true });
  else await chargeNextNow(context, { subscriptionId, from: at });
}

async function skipOwn(context: ShopContext, subscriptionId: bigint, dueAt: Date): Promise<void> {
  await skipNextCharge(context, {
    ...{ subscriptionId, dueAt },
    onSkipped: (tx, subscription, nextBillingAt) =>
      recordOwnChange(
        ...([context, tx, { ...subscription, nextBillingAt }] as const),
        datesOf("skip", dueAt, nextBillingAt),
      ),
  });
}

async function moveOwn(
  context: ShopContext,
  subscriptionId: bigint,
  { chargeAt, day }: { chargeAt: Date; day: string },
): Promise<void> {
  await rescheduleCharge(context, {
    ...{ subscriptionId, day, from: chargeAt },
    onMoved: (tx, row) =>
      recordOwnChange(context, tx, row, datesOf("move", chargeAt, row.nextBillingAt)),
  });
}

function datesOf(change: "skip" | "move", from: Date, to: Date | null) {
  return { change, line_title: null, from: from.toISOString(), to: to?.toISOString() ?? null };
}

type PlanFor = (billing: Pick<Billing, "subscription" | "last">) => PausePlan;

async function pauseOwn(
  context: ShopContext,
  subscription: Subscription,
  planFor: PlanFor,
): Promise<void> {
  const guard: ChangeGuard = async (tx) => {
    const billing = await lockBilling(tx, { shopId: subscription.shopId, id: subscription.id });
    if (billing) await assertMayPause(tx, billing);
  };
  try {
    const last = await catchUp(context, subscription);
    const planNow = (row: Subscription) => planFor({ subscription: row, last });
    await beginPause(context, subscription, planNow, guard);
  } catch (error) {
    throw toPlatformChangeError(error, "pause");
  }
}

/**
 * A pause counts from the contract's own date, which lags where the platform did not answer after a skip: what was skipped
 * would come back with the pause's end.
 *
 * @returns the latest cycle.
 */
async function catchUp(
  context: ShopContext,
  { shopId, id }: Subscription,
): Promise<Billing["last"]> {
  const billing = await readBilling(context.db.prisma, { shopId, id });
  if (!billing) return null;
  const { subscription, last, open, running } = billing;
  const dueAt = open || running ? null : dueDate(subscription, last);
  if (dueAt && dueAt > context.clock.now()) await moveDateOn(context, subscription, dueAt);
  return last;
}

function planCycles({ shop, clock }: Pick<ShopContext, "shop" | "clock">, cycles: number): PlanFor {
  const now = clock.now();
  const zone = shop.ianaTimezone;
  return (billing) => planOwnPause(billing, cycles, now, zone);
}

function planUntil(
  context: Pick<ShopContext, "shop" | "clock">,
  subscription: Subscription,
  day: string,
): PlanFor {
  const until = readUntil(context, subscription, day);
  const zone = context.shop.ianaTimezone;
  return ({ subscription: row }) =>
    planPauseUntil(pausableOf(row, zone), until, context.clock.now(), zone);
}

/** The day's instant at the time at which the subscription is charged. */
function readUntil(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  { nextBillingAt }: Subscription,
  day: string,
): Date {
  if (!isCalendarDate(day)) throw refuseField("day", "day_needed");
  const zone = shop.ianaTimezone;
  const now = clock.now();
  const { time } = keptTimeOf(nextBillingAt ?? now, zone);
  const until = toInstant(Temporal.PlainDate.from(day), time, zone);
  if (until <= now) throw refuseField("day", "day_passed");
  if (until.getTime() - now.getTime() > MAX_DAYS_AHEAD * 86_400_000) {
    throw refuseField("day", "day_within", { days: MAX_DAYS_AHEAD });
  }
  return until;
}
