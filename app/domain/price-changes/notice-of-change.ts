import type { PriceChange, Subscription } from "#app/generated/prisma/client.ts";
import { isDearer, type LinePrices } from "../billing/prices/price-change-row.ts";
import { hasStepsToCome } from "../billing/prices/price-steps.ts";
import type { ShopContext } from "../context.ts";
import type { MailData } from "../mail/kinds/mail-kinds.ts";
import { cancelTokenOf } from "../mail/links/cancel-token.ts";
import { consentTokenOf } from "../mail/links/consent-token.ts";

/** What one subscriber is told: all pieces of the plan's lines, before and after, and whether they are asked. */
export interface PriceNews {
  /** None where the price of every line stays. */
  prices: LinePrices;
  beforeMinor: number;
  afterMinor: number;
  isAsked: boolean;
}

type Notice =
  | { kind: "price_change"; data: MailData<"price_change"> }
  | { kind: "price_lowered"; data: MailData<"price_lowered"> }
  | { kind: "terms_change"; data: MailData<"terms_change"> }
  | { kind: "price_consent"; data: MailData<"price_consent"> };

/** The mail that tells a subscriber of a change, or asks for their consent. */
export function noticeOf(
  context: ShopContext,
  change: PriceChange,
  subscription: Subscription,
  news: PriceNews,
): Notice {
  if (news.isAsked) {
    return { kind: "price_consent", data: questionOf(context, change, subscription, news) };
  }
  const shared = sharedOf(context, change, subscription);
  const prices = pricesOf(change, news);
  if (!prices) return { kind: "terms_change", data: shared };
  const hasFirstCharges = hasFirst(subscription);
  if (!isDearer(news.prices) && change.termsNote === null) {
    const { planName, effectiveAt } = shared;
    return { kind: "price_lowered", data: { planName, effectiveAt, ...prices, hasFirstCharges } };
  }
  return { kind: "price_change", data: { ...shared, ...prices, hasFirstCharges } };
}

/** The question, as its first mail and the reminder put it. */
export function questionOf(
  context: ShopContext,
  change: PriceChange,
  subscription: Subscription,
  news: Omit<PriceNews, "isAsked">,
): MailData<"price_consent"> {
  const token = consentTokenOf(context, change.id, subscription.id);
  return {
    ...sharedOf(context, change, subscription),
    prices: pricesOf(change, news),
    hasFirstCharges: hasFirst(subscription),
    silence: change.silence === "cancels" ? "cancels" : "keeps",
    consentUrl: context.mail.consentUrl(token),
  };
}

function sharedOf(
  context: ShopContext,
  { effectiveAt, termsNote }: PriceChange,
  { id, planName }: Subscription,
) {
  const cancelUrl = context.mail.cancelUrl(cancelTokenOf(context, id));
  return { planName, effectiveAt, termsNote, cancelUrl };
}

function pricesOf(
  { currency }: PriceChange,
  { prices, beforeMinor, afterMinor }: Omit<PriceNews, "isAsked">,
) {
  if (prices.length === 0) return null;
  return { before: { minor: beforeMinor, currency }, after: { minor: afterMinor, currency } };
}

/** Whether the new price comes after a lower one for the first charges: the mail says so, and the page that asks. */
export function hasFirst(subscription: Subscription): boolean {
  return subscription.trialState !== "to_start" && hasStepsToCome(subscription);
}
