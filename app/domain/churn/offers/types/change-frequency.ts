import { z } from "zod";
import type { Subscription } from "#app/generated/prisma/client.ts";
import { anchorOf } from "#app/lib/anchor.ts";
import { AppError } from "#app/lib/app-error.ts";
import { isPrepaid } from "#app/lib/deliveries.ts";
import {
  type Interval,
  type IntervalUnit,
  isLongerInterval,
  isSameInterval,
} from "#app/lib/zoned-time.ts";
import type { FixedDays, PlatformContract } from "#app/platform/platform-contract.ts";
import { findLastCycle } from "../../../billing/cycles/find-last-cycle.ts";
import { chargesLater, oneIntervalBefore } from "../../../billing/dates/charge-date.ts";
import type { ShopContext } from "../../../context.ts";
import { asItIsNow } from "../../../subscriptions/changes/as-it-is-now.ts";
import { chargeOf } from "../../../subscriptions/charges/kept-day.ts";
import { nextChargeDate } from "../../../subscriptions/charges/next-charge-date.ts";
import { deliveryIntervalOf } from "../../../subscriptions/delivery-columns.ts";
import { storeContract } from "../../../subscriptions/store-contract.ts";
import { changeByDraft, commitDraft } from "../../activation/contract-draft.ts";
import { toPricedSubscription } from "../priced-subscription.ts";
import { afterOwed, chargeAfter, dateBack, isOwed, movedDate } from "./frequency-dates.ts";
import { isTakenOver } from "./interval-taken-over.ts";
import { toMicrosecondIso } from "./microsecond-iso.ts";
import type { Application, OfferTypeModule, RecordEffect, Situation } from "./offer-type-module.ts";

/** Another interval between charges and deliveries. */
const rules = z.object({
  type: z.literal("change_frequency"),
  interval_count: z.number().int().min(1).max(365),
  interval_name: z.enum(["year", "month", "week", "day"]),
});

type Rules = z.infer<typeof rules>;

const fixedDay = z.object({
  type: z.enum(["WEEKDAY", "MONTHDAY", "YEARDAY"]),
  day: z.number(),
  month: z.number().nullable(),
  cutoffDay: z.number().nullable(),
});

/** A charge whose hour was changed is paid for to its end all the same. */
const DAY_MS = 24 * 60 * 60_000;

/** What `applied_offers.previous_anchors` keeps. */
const fixedDaysSchema: z.ZodType<FixedDays | null> = z
  .object({ billing: z.array(fixedDay), delivery: z.array(fixedDay) })
  .nullable();

/** The contract's interval after the change. */
const reward = z.object({
  interval_count: z.number().int(),
  interval_name: z.enum(["YEAR", "MONTH", "WEEK", "DAY"]),
  next_billing_date: z.string().nullable(),
});

type Reward = z.infer<typeof reward>;

interface Terms {
  frequency: {
    fromCount: number;
    fromUnit: IntervalUnit;
    toCount: number;
    toUnit: IntervalUnit;
    nextBillingDate: Date | null;
  };
}

export const changeFrequency: OfferTypeModule<Rules, Reward, Terms> = {
  rules,
  reward,
  costsIn: "contract_currency",
  amountIn: () => null,
  // A shorter interval would charge more in a year: no help to someone who is leaving. A prepaid one has its price for its deliveries.
  fit: (given, { interval, isPrepaid }) =>
    !isPrepaid && isLongerInterval(intervalOf(given), interval) ? "good" : "pointless",
  price: (_given, { priceMinor }) => priceMinor,
  terms: (given, situation) =>
    toTerms(given, situation.subscription.interval, chargeAfter(intervalOf(given), situation)),
  acceptedTerms: (given, { subscription: { interval } }, { previousInterval, nextChargeAt }) =>
    isSameInterval(interval, intervalOf(given))
      ? toTerms(given, previousInterval ?? interval, nextChargeAt)
      : null,
  overAt: () => null,
  async apply(context, { claim, subscription, rules: given }) {
    const row = { ...subscription, ...(await asItIsNow(context, subscription)) };
    if (deliveryIntervalOf(row)) throw isPrepaidContract();
    const contract = await changeByDraft(context, claim, subscription, {
      kind: "change_interval",
      interval: intervalOf(given),
      nextBillingAt: movedDate(intervalOf(given), await situationOf(context, row)),
    });
    return recordInterval(context, contract, { rowBefore: subscription, claim, given });
  },
  mayHaveTakenEffect: ({ draftId }) => draftId !== null,
  async settle(context, { claim, subscription, rules: given }) {
    const contract = await commitDraft(context, claim, subscription);
    return recordInterval(context, contract, { rowBefore: subscription, claim, given });
  },
  /** Gives a live contract its former interval and its fixed days back, unless somebody has changed it since or a later offer will. */
  async withdraw(context, { claim, subscription, rules: given }) {
    const interval = intervalBefore(claim);
    const isLive = subscription.status !== "cancelled";
    const isToGiveBack = isLive && !(await isTakenOver(context.db.prisma, claim));
    if (isToGiveBack && interval) {
      const contractId = Number(subscription.platformContractId);
      const contract = await context.platform.getContract(contractId);
      if (contract && hasStill(contract, given)) {
        const fixedDays = fixedDaysSchema.parse(claim.previousAnchors);
        const anchors = fixedDays ? fixedDays.billing.map(anchorOf) : contract.billingAnchors;
        const draft = await context.platform.draftContractChange(contractId, {
          ...{ kind: "change_interval", interval },
          nextBillingAt: dateBack(context, subscription, contract, { interval, anchors }),
          fixedDays,
        });
        await context.platform.commitContractChange(draft.draftId, contractId);
      }
    }
    return async () => 0;
  },
  // It moves charges and costs nothing itself.
  cost: () => ({ costMinor: null, isEstimate: false, cyclesLeft: null }),
};

function intervalOf(given: Rules): Interval {
  return { unit: given.interval_name, count: given.interval_count };
}

function intervalBefore({
  previousIntervalUnit: unit,
  previousIntervalCount: count,
}: Application<Rules>["claim"]): Interval | null {
  return unit && count ? { unit: unit as IntervalUnit, count } : null;
}

/** Whether a contract is charged as the offer has made it, and delivered with each charge. */
function hasStill(contract: PlatformContract, given: Rules): boolean {
  return isSameInterval(contract.interval, intervalOf(given)) && !isPrepaid(contract);
}

function isPrepaidContract(): AppError {
  return new AppError(
    "platform_refused",
    "This contract is prepaid: its price pays for several deliveries, so its interval stays as it is.",
  );
}

/**
 * The end of the running cycle that the offer has made longer. Its owner has what a membership gives until then: whoever stays loses
 * nothing by it. Null where the cycle was not paid to the end that it had, or is paid for anyway.
 */
async function lengthenedTo(
  context: ShopContext,
  row: Subscription,
  claim: Application<Rules>["claim"],
  given: Rules,
): Promise<Date | null> {
  const { nextBillingAt: dueAt, paidUntil, status } = row;
  const before = intervalBefore(claim);
  if (!dueAt || !paidUntil || !before || status !== "active" || dueAt <= paidUntil) return null;
  if (isOwed(await situationOf(context, row))) return null;
  const charge = {
    ...chargeOf(row, dueAt, context.shop.ianaTimezone),
    interval: intervalOf(given),
  };
  const begunAt = oneIntervalBefore(charge);
  const formerEnd = chargesLater({ ...charge, dueAt: begunAt, interval: before }, 1);
  return paidUntil.getTime() + DAY_MS >= formerEnd.getTime() ? dueAt : null;
}

async function situationOf(context: ShopContext, row: Subscription): Promise<Situation> {
  const { shop, clock, db } = context;
  return {
    subscription: toPricedSubscription(row, shop),
    ...{ shop, now: clock.now() },
    last: await findLastCycle(db.prisma, row),
  };
}

function toTerms(given: Rules, from: Interval, nextBillingDate: Date | null): Terms {
  return {
    frequency: {
      fromCount: from.count,
      fromUnit: from.unit,
      toCount: given.interval_count,
      toUnit: given.interval_name,
      nextBillingDate,
    },
  };
}

/** Our row is brought up to the change at once: a charge that is paid meanwhile plans the next one from it. */
async function recordInterval(
  context: ShopContext,
  contract: PlatformContract,
  {
    rowBefore,
    claim,
    given,
  }: { rowBefore: Subscription; claim: Application<Rules>["claim"]; given: Rules },
): Promise<RecordEffect<Reward>> {
  const { interval } = contract;
  const stored = await storeContract(context, contract, { rowBefore });
  const grantedUntil = await lengthenedTo(context, stored, claim, given);
  const row = grantedUntil
    ? await storeContract(context, contract, { rowBefore: stored, grantedUntil })
    : stored;
  const nextBillingAt =
    afterOwed(intervalOf(given), await situationOf(context, row)) ?? nextChargeDate(row);
  return async () => ({
    reward: {
      interval_count: interval.count,
      interval_name: interval.unit.toUpperCase() as Reward["interval_name"],
      next_billing_date: nextBillingAt ? toMicrosecondIso(nextBillingAt) : null,
    },
  });
}
