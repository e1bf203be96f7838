import {
  BRANDS,
  CHANNELS,
  DISCOUNT_CODES,
  DISPUTE_REASONS,
  GATEWAYS,
  PRODUCTS,
} from "./catalogue.ts";
import { percentOff } from "./percent-off.ts";
import { Choice, type Random } from "./random.ts";
import { type StoreCalendar, wholeSecond } from "./store-calendar.ts";
import type {
  DisputeStory,
  OrderLine,
  OrderStory,
  Person,
  RefundStory,
  SubscriptionStory,
} from "./stories.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const FREE_DELIVERY_FROM_MINOR = 5000;
const DELIVERY_MINOR = 490;

/** What of an order its caller knows. */
interface OrderCause {
  at: number;
  person: Person;
  isCustomers: boolean;
  subscription?: SubscriptionStory;
  isFirst?: boolean;
  /** What the subscription costs this time. */
  line?: OrderLine;
}

/** Makes up an order: of goods, of a subscription, or of both. What becomes of it is decided here, too. */
export function tellOrder(
  random: Random,
  { now }: Pick<StoreCalendar, "now">,
  { at, person, isCustomers, subscription, isFirst = false, line }: OrderCause,
): OrderStory {
  const isRenewal = subscription !== undefined && !isFirst;
  const isMixed = isFirst && random.chance(0.25);
  const lines = [...(line ? [line] : []), ...(line && !isMixed ? [] : drawGoods(random))];
  const goodsMinor = lines.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
  const hasGoods = lines.some(({ plan }) => plan?.kind !== "membership");
  const code = !isRenewal && random.chance(0.18) ? DISCOUNT_CODES.draw(random) : null;
  const offMinor = code ? goodsMinor - percentOff(goodsMinor, code[1]) : 0;
  const fate = drawFate(random, at, now);
  const channel = subscription ? "Subscription" : CHANNELS.draw(random);
  const isSent = hasGoods && !fate.cancelledAt && !fate.isVoided;
  const sentAt = at + Math.round(random.wait(1.8) * DAY_MS) + 6 * 3600_000;
  const moments = drawMoments(random, at, now);
  return {
    ...{ id: 0, place: 0, person, isCustomers, subscription: subscription ?? null, isFirst },
    ...{ at, ...moments, lines, goodsMinor, ...fate },
    codes: code && offMinor > 0 ? [{ code: code[0], amountMinor: offMinor }] : [],
    deliveryMinor:
      hasGoods && goodsMinor - offMinor < FREE_DELIVERY_FROM_MINOR ? DELIVERY_MINOR : 0,
    isTest: !subscription && random.chance(0.004),
    fulfilledAt: fulfilled(hasGoods, isSent, at, wholeSecond(sentAt), now),
    channel,
    brand: BRANDS.draw(random),
    gateway: subscription ? "shopify_payments" : GATEWAYS.draw(random),
    wantsCredit: !isRenewal && random.chance(0.5) ? 0.25 + 0.75 * random.next() : 0,
    hold: null,
  };
}

/** A membership alone is fulfilled when it is sold. */
function fulfilled(hasGoods: boolean, isSent: boolean, at: number, sentAt: number, now: number) {
  if (!hasGoods) return at;
  return isSent && sentAt <= now ? sentAt : null;
}

function drawGoods(random: Random): OrderLine[] {
  const kinds = Math.min(6, 1 + Math.floor(random.wait(0.9)));
  return Array.from({ length: kinds }, () => {
    const product = random.pick(PRODUCTS);
    const quantity = random.chance(0.8) ? 1 : random.between(2, 4);
    const { title, productId, variantId, priceMinor } = product;
    return { title, productId, variantId, quantity, totalMinor: priceMinor * quantity, plan: null };
  });
}

/** When the platform made it and when it reached us: nearly always at once. */
function drawMoments(random: Random, at: number, now: number) {
  // Another system's order, dated back when it was brought over.
  const isDatedBack = random.chance(0.004);
  const createdAt = isDatedBack ? at + random.between(1, 20) * DAY_MS : at;
  // A late fact: our row comes long after its date.
  const isLate = random.chance(0.01);
  const late = isLate ? random.between(1, 40) * DAY_MS : random.between(2, 40) * 1000;
  if (createdAt > now) return { createdAt: at, storedAt: Math.min(at + 2000, now) };
  return { createdAt, storedAt: Math.min(createdAt + late, now) };
}

type Ending = "stays" | "cancelled" | "voided" | "refunded" | "partly_refunded";

const ENDINGS = new Choice<Ending>([
  ["stays", 900],
  ["partly_refunded", 45],
  ["refunded", 28],
  ["cancelled", 19],
  ["voided", 8],
]);
const DISPUTED = 0.004;

type Fate = Pick<OrderStory, "isPending" | "isVoided" | "cancelledAt" | "refunds" | "dispute">;

function drawFate(random: Random, at: number, now: number): Fate {
  const ending = ENDINGS.draw(random);
  const endsAt = at + 10 * MINUTE_MS + Math.round(random.wait(1) * DAY_MS);
  const refunds: RefundStory[] = [];
  const refund = (share: number, when: number) => {
    const whenDone = wholeSecond(when);
    if (whenDone <= now) refunds.push({ at: whenDone, share, amountMinor: 0 });
  };
  const cancelledAt = endsAt <= now ? wholeSecond(endsAt) : null;
  if (ending === "cancelled" && cancelledAt) refund(1, cancelledAt);
  if (ending === "refunded") refund(1, at + random.between(2, 30) * DAY_MS);
  if (ending === "partly_refunded") {
    const first = random.between(2, 25);
    refund(0.1 + 0.4 * random.next(), at + first * DAY_MS);
    if (random.chance(0.2)) refund(0.1 + 0.2 * random.next(), at + (first + 6) * DAY_MS);
  }
  const isOver = ending === "cancelled" || ending === "voided";
  return {
    isPending: at > now - DAY_MS && random.chance(0.12),
    isVoided: ending === "voided" && cancelledAt !== null,
    cancelledAt: isOver ? cancelledAt : null,
    refunds,
    dispute: ending === "stays" && random.chance(DISPUTED) ? drawDispute(random, at, now) : null,
  };
}

const WON = new Choice<string>([
  ["lost", 46],
  ["won", 38],
  ["accepted", 9],
  ["charge_refunded", 7],
]);

function drawDispute(random: Random, at: number, now: number): DisputeStory | null {
  const openedAt = wholeSecond(at + random.between(4, 70) * DAY_MS);
  if (openedAt > now) return null;
  const kind = random.chance(0.78) ? "chargeback" : "inquiry";
  const ends = openedAt + random.between(12, 75) * DAY_MS;
  const end = WON.draw(random);
  const reason = DISPUTE_REASONS.draw(random);
  if (ends <= now) return { kind, status: end, reason, openedAt, endedAt: ends };
  const isAnswered = now - openedAt > 8 * DAY_MS;
  const status = isAnswered ? "under_review" : "needs_response";
  return { kind, status, reason, openedAt, endedAt: null };
}

/** What an order comes to, in minor units. */
export interface OrderAmounts {
  discountMinor: number;
  subtotalMinor: number;
  taxMinor: number;
  totalMinor: number;
  refundedMinor: number;
  status: string;
}

/** Credit is tender: the platform knows it as a discount code. */
export function codesOf({ codes, hold }: OrderStory): { code: string; amountMinor: number }[] {
  return hold ? [...codes, { code: hold.code, amountMinor: hold.capturedMinor }] : codes;
}

/** Its credit must have been decided. */
export function amountsOf(order: OrderStory): OrderAmounts {
  const discountMinor = codesOf(order).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const subtotalMinor = order.goodsMinor - discountMinor;
  const totalMinor = subtotalMinor + order.deliveryMinor;
  const { tax } = order.person.country;
  const refundedMinor = order.refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return {
    ...{ discountMinor, subtotalMinor, totalMinor, refundedMinor },
    taxMinor: Math.round((totalMinor * tax) / (100 + tax)),
    status: statusOf(order, totalMinor, refundedMinor),
  };
}

function statusOf({ isVoided, isPending }: OrderStory, total: number, refunded: number): string {
  if (isVoided) return "voided";
  if (refunded > 0) return refunded >= total ? "refunded" : "partially_refunded";
  return isPending ? "pending" : "paid";
}

/** Turns the shares that are paid back into money, once it is known what was paid. */
export function settleRefunds(order: OrderStory): void {
  const { totalMinor } = amountsOf({ ...order, refunds: [] });
  let left = totalMinor;
  for (const refund of order.refunds) {
    refund.amountMinor = Math.min(left, Math.round(totalMinor * refund.share));
    left -= refund.amountMinor;
  }
  order.refunds = order.refunds.filter(({ amountMinor }) => amountMinor > 0);
}
