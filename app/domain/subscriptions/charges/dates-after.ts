import type { Subscription } from "#app/generated/prisma/client.ts";
import { isSameInterval } from "#app/lib/zoned-time.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { laterOf } from "../../billing/dates/later-of.ts";
import { pauseFieldsAfter } from "../pauses/pause-changes.ts";
import { rightsAfter } from "../rights/rights.ts";
import { toSubscriptionStatus } from "../subscription-status.ts";
import { movedFieldAfter } from "./fixed-day.ts";
import { intervalOf, keptFieldsAfter } from "./kept-day.ts";
import { paidAfter, paidAfterEnd, paidUntil } from "./paid-until.ts";

/** What the platform says of a contract's charges and of its state. */
type ContractNews = Pick<
  PlatformContract,
  "status" | "nextBillingAt" | "interval" | "lastCharge" | "chargeRunning"
>;

/**
 * The columns of a subscription that say when it is charged, is paused and has ended, until when it is paid for, and what its
 * owner has, after news of its contract at `now`.
 *
 * @param zone the store's.
 */
export function datesAfter(before: Subscription, news: ContractNews, now: Date, zone: string) {
  const status = toSubscriptionStatus(news.status);
  const isOver = status === "cancelled";
  const nextBillingAt = isOver ? null : news.nextBillingAt;
  const isActive = before.status === "active" && status === "active";
  const hasSameRhythm = isActive && isSameInterval(intervalOf(before), news.interval);
  const dates = {
    ...(isOver ? endAfter(before, news, now, zone) : liveAfter(before, news, zone)),
    ...pauseFieldsAfter(before, status, now),
    ...keptFieldsAfter(before, nextBillingAt, zone),
    ...movedFieldAfter(before, nextBillingAt, hasSameRhythm),
  };
  const lastChargedAt = news.lastCharge?.at ?? null;
  const after = { ...before, ...dates, status, nextBillingAt, lastChargedAt };
  const rights = rightsAfter(before, after, now);
  return { ...dates, ...(rights && { rights }) };
}

type Ends = Pick<Subscription, "cancelledAt" | "endsAt" | "paidUntil">;

function liveAfter(before: Subscription, news: ContractNews, zone: string): Ends {
  const { endsAt } = before;
  return { cancelledAt: null, endsAt, paidUntil: paidAfter(before, news, zone) };
}

/** Who withdraws gives back what was paid for. */
function endAfter(before: Subscription, news: ContractNews, now: Date, zone: string): Ends {
  if (before.status === "cancelled") return afterEnd(before, news, now, zone);
  const paid = paidAfter(before, news, zone);
  const end = before.withdrawnAt ? null : endOfPaid(before, news, paid, now, zone);
  return { cancelledAt: before.cancelledAt ?? now, endsAt: end ?? now, paidUntil: paid };
}

/**
 * Until when a contract that was just canceled is paid for; null where it is over. The platform forgets its next charge, our row
 * remembers it.
 */
function endOfPaid(
  before: Subscription,
  news: ContractNews,
  paid: Date | null,
  now: Date,
  zone: string,
): Date | null {
  const facts = {
    ...before,
    nextBillingAt: news.nextBillingAt ?? before.nextBillingAt,
    paidUntil: paid,
    lastChargedAt: news.lastCharge?.at ?? before.lastChargedAt,
    chargeRunning: news.chargeRunning,
  };
  return paidUntil(facts, now, zone);
}

/** A charge that was under way at the cancellation counts as paid until its outcome is known. */
function afterEnd(before: Subscription, news: ContractNews, now: Date, zone: string): Ends {
  const { withdrawnAt, chargeRunning, endsAt, paidUntil: paid } = before;
  const cancelledAt = before.cancelledAt ?? now;
  if (withdrawnAt) return { cancelledAt, endsAt, paidUntil: paid };
  const paidNow = paidAfterEnd(before, news, zone);
  const hasEnded = chargeRunning && !news.chargeRunning;
  const isUnchanged = paidNow?.getTime() === paid?.getTime() && !hasEnded;
  return {
    cancelledAt,
    endsAt: isUnchanged ? endsAt : laterOf(cancelledAt, paidNow),
    paidUntil: paidNow,
  };
}
