import type { ShopContext } from "#app/domain/context.ts";
import type {
  PriceAnswer,
  PriceChangeLine,
  PriceChangeSummary,
  PriceRowState,
} from "#app/domain/price-changes/read-price-change.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { Formats } from "#app/ui/format.ts";
import { describeActor } from "../../show-activity.ts";
import { customerTitle } from "../../subscriptions/customer-title.ts";

type Context = Pick<ShopContext, "shop" | "clock">;

/** A change of price in the words of its screens. */
export function showPriceChange(change: PriceChangeSummary, context: Context, formats: Formats) {
  const { shop, clock } = context;
  const { id, counts, rowCount, effectiveAt, stoppedAt, isAtWork, waitingForOldPrice } = change;
  const zone = shop.ianaTimezone;
  const number = (count: number) => formats.count(count, "", "").trim();
  const holds = effectiveAt <= clock.now();
  return {
    id: String(id),
    title: `${change.planName}: ${showRule(change, formats)}`,
    from: formats.day(formatDate(effectiveAt, zone)),
    rows: rowCount,
    ended: stoppedAt
      ? counts.stopped + counts.left + counts.done + waitingForOldPrice
      : rowCount - counts.waiting,
    isAtWork,
    isStopped: stoppedAt !== null,
    canStop: stoppedAt === null && !holds && rowCount > 0,
    state: stateOf(change, holds),
    waiting:
      waitingForOldPrice === 0
        ? null
        : `${formats.count(waitingForOldPrice, "subscriber has", "subscribers have")} not got the old price back yet, because the subscription is paused or Shopify has refused it. They get it before anything is charged. Another price change of the plan can start, and leaves them out.`,
    facts: [
      ["Subscribers", number(rowCount)],
      ...(stoppedAt ? countsAtStop(change, stoppedAt, zone, formats) : countsOf(change, number)),
      ["Days of notice", number(change.noticeDays)],
      ["Without an answer", SILENCE[change.silence]],
      ...(change.silence === "agrees" ? [] : answersOf(change, number)),
      ...(change.planPrice ? [["New subscribers", planWords(change, context, formats)]] : []),
    ] as [string, string][],
    termsNote: change.termsNote,
    by: describeActor(change.actor),
    at: formats.instant(change.createdAt, zone),
  };
}

function countsOf(
  { counts, toldCount }: PriceChangeSummary,
  number: (count: number) => string,
): [string, string][] {
  return [
    ["Told by email", number(toldCount)],
    ["Have the new price", number(counts.written + counts.done)],
    ["Still to come", number(counts.waiting + counts.told + counts.writing)],
    ["Keep their price", number(counts.left + counts.stopped)],
  ];
}

/** What had come about when it was stopped, which is what customers may ask about. */
function countsAtStop(
  { counts, toldCount, changedBeforeStop }: PriceChangeSummary,
  stoppedAt: Date,
  zone: string,
  formats: Formats,
): [string, string][] {
  const number = (count: number) => formats.count(count, "", "").trim();
  return [
    ["Stopped", formats.instant(stoppedAt, zone)],
    ["Told before the stop", number(toldCount)],
    [
      "Changed before the stop",
      changedBeforeStop === null ? "Not recorded" : number(changedBeforeStop),
    ],
    ["Keep their price", number(counts.left + counts.stopped)],
  ];
}

const SILENCE = {
  agrees: "They agree",
  keeps: "They keep what they have",
  cancels: "They are canceled",
} as const;

function answersOf(
  { answers, stoppedAt }: PriceChangeSummary,
  number: (count: number) => string,
): [string, string][] {
  const given: [string, string][] = [
    ["Agreed", number(answers.agreed)],
    ["Declined", number(answers.declined)],
  ];
  if (stoppedAt) return [...given, ["Had not answered", number(answers.asked)]];
  return [
    ...given,
    ["No answer yet", number(answers.asked)],
    ["No answer in time", number(answers.none)],
  ];
}

function planWords(
  { planPrice, currency, stoppedAt }: PriceChangeSummary,
  { shop }: Context,
  formats: Formats,
): string {
  if (!planPrice) return "";
  const { afterMinor, from, doneAt, note } = planPrice;
  const price = formats.money(afterMinor, currency);
  if (note) return note;
  if (doneAt) return `Pay ${price}`;
  const day = formats.day(formatDate(from, shop.ianaTimezone));
  return stoppedAt ? "Pay what they did" : `Pay ${price} from ${day} on`;
}

function showRule(
  { fixedMinor, percentHundredths, currency }: PriceChangeSummary,
  formats: Formats,
): string {
  if (fixedMinor === null && percentHundredths === null) return "new terms";
  if (fixedMinor !== null) return formats.money(fixedMinor, currency);
  const percent = (percentHundredths ?? 0) / 100;
  const text = new Intl.NumberFormat(formats.locale, { signDisplay: "always" }).format(percent);
  return `${text}%`;
}

function stateOf({ stoppedAt, isAtWork }: PriceChangeSummary, holds: boolean): string {
  if (stoppedAt) return isAtWork ? "Being stopped" : "Stopped";
  if (isAtWork) return "Telling customers";
  return holds ? "In effect" : "Announced";
}

const STATES: Readonly<Record<PriceRowState, string>> = {
  waiting: "Not told yet",
  told: "Told; the old price until its day",
  writing: "Being changed",
  written: "The next charge has the new price",
  done: "Has the new price",
  left: "Keeps its price",
  stopped: "Keeps its price",
};

const STOPPED_FROM = {
  waiting: "Keeps its price; had not been told",
  told: "Keeps its price; the email had not left",
  writing: "Was being changed, and has its old price",
  written: "Had the new price, and has its old one again",
} as const;

/** How a subscriber's price stands, in words. */
function stateWords({ state, note, answer, stoppedFrom, isTold }: PriceChangeLine): string {
  if (note) return note;
  if (state === "stopped" && stoppedFrom) {
    return stoppedFrom === "told" && isTold
      ? "Keeps its price; had been told"
      : STOPPED_FROM[stoppedFrom];
  }
  return (answer === "asked" ? ASKED[state] : null) ?? STATES[state];
}

const ANSWERS: Readonly<Record<PriceAnswer, string>> = {
  asked: "Not yet",
  agreed: "Agreed",
  declined: "Declined",
  none: "No answer",
};

const ASKED: Partial<Record<PriceRowState, string>> = {
  told: "Asked; nothing changes before an answer",
};

/** One of its subscribers. */
export function showPriceLine(
  line: PriceChangeLine,
  currency: string,
  { shop }: Pick<ShopContext, "shop">,
  formats: Formats,
) {
  const { beforeMinor, afterMinor, nextBillingAt, answer, answeredAt } = line;
  const day = (at: Date) => formats.day(formatDate(at, shop.ianaTimezone));
  const money = (minor: number | null) => (minor === null ? "" : formats.money(minor, currency));
  return {
    id: String(line.subscriptionId),
    customerId: line.customerId === null ? null : String(line.customerId),
    customer: customerTitle(line.customer),
    contract: String(line.platformContractId),
    prices:
      beforeMinor === null || beforeMinor === afterMinor
        ? money(beforeMinor)
        : `${money(beforeMinor)} → ${money(afterMinor)}`,
    next: nextBillingAt ? day(nextBillingAt) : "",
    answer: answer ? `${ANSWERS[answer]}${answeredAt ? ` on ${day(answeredAt)}` : ""}` : "",
    state: stateWords(line),
  };
}
