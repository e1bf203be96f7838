import { z } from "zod";
import type { AppliedOffer, Subscription } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../../context.ts";
import type { SubscriptionWithOwner } from "../../../subscriptions/find-subscription.ts";
import {
  type PausableSubscription,
  type PausePlan,
  pausableOf,
  planPauseOfCycles,
} from "../../../subscriptions/pauses/pause-plan.ts";
import { beginPause } from "../../../subscriptions/pauses/pause-subscription.ts";
import { resumeSubscription } from "../../../subscriptions/pauses/resume-subscription.ts";
import { toMicrosecondIso } from "./microsecond-iso.ts";
import type { Application, OfferTypeModule, RecordEffect } from "./offer-type-module.ts";

/** No charges for a number of billing intervals from now. An extension of the contract. */
const rules = z.object({
  type: z.literal("pause"),
  pause_cycles: z
    .number("Give a number of renewals.")
    .int("Give a whole number of renewals.")
    .min(1, "At least 1.")
    .max(12, "At most 12."),
});

type Rules = z.infer<typeof rules>;

const reward = z.object({ paused_until: z.string() });

type Reward = z.infer<typeof reward>;

interface Terms {
  pause: { cycles: number; pausedUntil: Date; nextBillingDate: Date | null };
}

export const pause: OfferTypeModule<Rules, Reward, Terms> = {
  rules,
  reward,
  costsIn: "contract_currency",
  amountIn: () => null,
  fit: (_given, { status, nextBillingAt }) =>
    status === "active" && nextBillingAt !== null ? "good" : "impossible",
  price: (_given, { priceMinor }) => priceMinor,
  terms(given, { subscription, shop, now }) {
    const pausable = { ...subscription, nextBillingAt: subscription.fixedDay, pausedAt: null };
    const plan = planOf(given, pausable, now, shop.ianaTimezone);
    return toTerms(given, plan.until, plan.billingResumesAt);
  },
  acceptedTerms: (given, _situation, { reward: accepted, nextChargeAt, pausedUntil }) =>
    isUntil(pausedUntil, accepted) ? toTerms(given, pausedUntil, nextChargeAt) : null,
  // Its end is a change of the contract.
  overAt: () => null,
  apply: bringAbout,
  // Pausing again until the same instant changes nothing.
  mayHaveTakenEffect: () => true,
  settle: bringAbout,
  /** Ends the pause of a live contract, unless it was given another end since. */
  async withdraw(context, { claim, subscription }) {
    if (isStillPausedBy(claim, subscription)) await resumeSubscription(context, subscription);
    return async () => 0;
  },
  // It moves charges and costs nothing itself.
  cost: () => ({ costMinor: null, isEstimate: false, cyclesLeft: null }),
};

/** Counted from the request, by which it was not paused: the request and the settling job both pause until the same instant. */
async function bringAbout(
  context: ShopContext,
  { claim, subscription, rules: given }: Application<Rules>,
): Promise<RecordEffect<Reward>> {
  const zone = context.shop.ianaTimezone;
  const planFor = (row: Subscription) =>
    planOf(given, { ...pausableOf(row, zone), pausedAt: null }, claim.requestedAt, zone);
  let { until } = planFor(subscription);
  await beginPause(context, subscription, (row) => {
    const plan = planFor(row);
    until = plan.until;
    return plan;
  });
  return async () => ({ reward: { paused_until: toMicrosecondIso(until) } });
}

function planOf(
  given: Rules,
  subscription: PausableSubscription,
  now: Date,
  zone: string,
): PausePlan {
  return planPauseOfCycles(subscription, given.pause_cycles, now, zone);
}

function toTerms(given: Rules, pausedUntil: Date, nextBillingDate: Date | null): Terms {
  return { pause: { cycles: given.pause_cycles, pausedUntil, nextBillingDate } };
}

function isStillPausedBy(claim: AppliedOffer, subscription: SubscriptionWithOwner): boolean {
  const { status, pausedUntil } = subscription;
  return status === "paused" && isUntil(pausedUntil, reward.parse(claim.reward));
}

/** Whether it is the offer's pause, or has been given another end. */
function isUntil(pausedUntil: Date | null, { paused_until }: Reward): pausedUntil is Date {
  return pausedUntil !== null && toMicrosecondIso(pausedUntil) === paused_until;
}
