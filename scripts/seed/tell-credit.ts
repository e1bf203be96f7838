import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { creditToTakeBack } from "#app/domain/members/credit/credit-to-take-back.ts";
import { membershipCreditMessage } from "#app/domain/members/credit/membership-credit-message.ts";
import {
  comebackExpiry,
  dueReturns,
  returnedParts,
} from "#app/domain/store-credit/returns/credit-returns.ts";
import { floor, fraction, multiply } from "#app/lib/fraction.ts";
import { CreditAccount } from "./credit-account.ts";
import { orderName, orderNumber } from "./order-names.ts";
import { membershipOf, paidOrder } from "./paid-order.ts";
import type { Random } from "./random.ts";
import { refundsOf, soldLines } from "./sold-lines.ts";
import type { SeedStore } from "./store-frame.ts";
import type {
  AppliedOfferStory,
  CustomerStory,
  GrantStory,
  OrderStory,
  SubscriptionStory,
} from "./stories.ts";
import { amountsOf, settleRefunds } from "./tell-order.ts";

const DAY_MS = 86_400_000;
const CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

interface CreditEvent {
  at: number;
  happen: () => void;
}

/**
 * Tells a customer's store credit and points: what memberships, offers, promotions and the merchant gave, what paid for
 * orders, what came back or was taken back with a refund or a dispute, what expired and what was forfeited. Settles what
 * each order was paid with, and so its refunds.
 */
export class CreditTeller {
  readonly #money = new CreditAccount("money");
  readonly #points = new CreditAccount("points");
  readonly #events: CreditEvent[] = [];

  readonly random: Random;
  readonly store: SeedStore;
  readonly story: Pick<CustomerStory, "person" | "subscriptions" | "orders">;

  constructor(
    random: Random,
    store: SeedStore,
    story: Pick<CustomerStory, "person" | "subscriptions" | "orders">,
  ) {
    this.random = random;
    this.store = store;
    this.story = story;
  }

  tell(): Pick<CustomerStory, "accounts" | "entries" | "grants" | "holds"> {
    const { subscriptions, orders } = this.story;
    for (const order of orders.toReversed()) this.#plan(order.at, () => this.#order(order));
    for (const subscription of subscriptions) {
      this.#forfeit(subscription);
      for (const offer of subscription.offers) this.#offer(offer);
    }
    this.#gifts();
    // What an event leads to is put in its place.
    for (let event = this.#events.pop(); event; event = this.#events.pop()) event.happen();
    const accounts = [this.#money, this.#points].filter(({ entries }) => entries.length > 0);
    for (const account of accounts) account.expire(this.store.calendar.now);
    return {
      accounts: accounts.map(({ account }) => account),
      entries: accounts.flatMap(({ entries }) => entries),
      grants: accounts.flatMap(({ grants }) => grants),
      holds: accounts.flatMap(({ holds }) => holds),
    };
  }

  #plan(at: number, happen: () => void): void {
    if (at > this.store.calendar.now) return;
    // Latest first; of the same instant what was planned later comes later.
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#events[middle]?.at ?? 0) > at) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, { at, happen });
  }

  /** Credit that it used is kept first, and then what it gave. */
  #order(order: OrderStory): void {
    if (order.wantsCredit > 0 && order.isCustomers) this.#pay(order);
    settleRefunds(order);
    if (order.hold) this.#planReturns(order);
    const { subscription } = order;
    if (subscription) this.#membershipCredit(order, subscription);
  }

  #pay(order: OrderStory): void {
    const { discountMinor } = amountsOf(order);
    const mostMinor = Math.round((order.goodsMinor - discountMinor) * order.wantsCredit);
    const cart = { code: this.#code(), order };
    order.hold = this.#money.checkOut(order.at - 240_000, order.at, mostMinor, cart);
  }

  #code(): string {
    const letters = Array.from({ length: 12 }, () => CODE_LETTERS[this.random.between(0, 30)]);
    return `CREDIT-${letters.join("")}`;
  }

  #planReturns(order: OrderStory): void {
    for (const [place, { at }] of order.refunds.entries()) {
      this.#plan(at, () => this.#giveBack(order, at, place + 1));
    }
    const { cancelledAt } = order;
    if (cancelledAt) this.#plan(cancelledAt + 1000, () => this.#cancel(order, cancelledAt + 1000));
  }

  #giveBack(order: OrderStory, at: number, refunds: number, cancelledAt: Date | null = null): void {
    const { hold } = order;
    if (!hold?.captured) return;
    const due = dueReturns(hold, {
      ...{ taxesIncluded: true, unpaidMinor: 0, lines: soldLines(order), cancelledAt },
      refunds: refundsOf(order, refunds),
    });
    const spent = hold.captured.drawn.map(({ grant, amountMinor }) => ({
      amountMinor,
      expiresAt: grant.expiresAt === null ? null : new Date(grant.expiresAt),
    }));
    const plans = new Set(hold.captured.drawn.map(({ grant }) => grant.plan));
    for (const { amountMinor, isCancellation, cause } of due) {
      const before = hold.returnedMinor;
      const parts = returnedParts(spent, before, amountMinor, {
        now: new Date(at),
        zone: this.store.zone,
      });
      hold.returnedMinor += amountMinor;
      this.#money.give(
        at,
        {
          typeCode: CREDIT_TYPES.redemptionReturned,
          message: () =>
            isCancellation
              ? `Returned because order ${orderName(order)} was canceled`
              : `Returned after a refund of order ${orderName(order)}`,
          ...{ order, usedIn: "checkout" },
          sourceKey: () => `hold:${hold.id}:${cause}:from:${before}`,
        },
        parts.map((part) => ({ ...part, expiresAt: part.expiresAt?.getTime() ?? null })),
        plans.size === 1 ? ([...plans][0] ?? null) : null,
      );
    }
  }

  #cancel(order: OrderStory, at: number): void {
    this.#giveBack(order, at, order.refunds.length, new Date(at));
  }

  /** What a paid membership gives, and what its refund, its cancellation or a chargeback takes back of it. */
  #membershipCredit(order: OrderStory, subscription: SubscriptionStory): void {
    const { plan } = subscription;
    const isTrialFee = order.isFirst && plan.trial !== null;
    if (!plan.creditMinor || isTrialFee || order.isPending || order.isVoided) return;
    const at = order.at + 3000;
    const expiresAt = plan.creditMonths && this.#endOfMonths(at, plan.creditMonths);
    let count = 0;
    const told = (typeCode: number, message: () => string) => {
      const number = count;
      count += 1;
      const { contractId } = subscription;
      const sourceKey = () => `membership:${orderNumber(order)}:${contractId}:${number}`;
      return { typeCode, message, order, sourceKey };
    };
    const paid = multiply(fraction(plan.creditMinor), membershipOf(order, 0).moneyShare);
    const amountMinor = floor(paid);
    if (amountMinor === 0) return;
    const message = () =>
      membershipCreditMessage(
        { name: orderName(order), currency: this.store.currency },
        { amountMinor, wholeMinor: plan.creditMinor ?? 0 },
      );
    const [grant] = this.#money.give(
      at,
      told(CREDIT_TYPES.membership, message),
      [{ amountMinor, expiresAt: expiresAt || null }],
      plan,
    );
    if (!grant) return;
    let takenMinor = 0;
    const takeBack = (when: number) => {
      const due = creditToTakeBack(grant.amountMinor, paidOrder(order, when));
      const missing = (due?.amountMinor ?? 0) - takenMinor;
      if (!due || missing <= 0) return;
      const why = () => `Membership credit taken back: order ${orderName(order)} was ${due.cause}`;
      const entry = this.#money.take(when, told(due.typeCode, why), missing, [grant]);
      takenMinor -= entry?.amountMinor ?? 0;
    };
    for (const { at: when } of order.refunds) this.#plan(when + 5000, () => takeBack(when + 5000));
    const { dispute } = order;
    if (!dispute) return;
    this.#plan(dispute.openedAt, () => takeBack(dispute.openedAt));
    const { endedAt, status, kind } = dispute;
    if (status !== "won" || kind !== "chargeback" || !endedAt) return;
    this.#plan(endedAt, () => {
      if (takenMinor === 0) return;
      const ends = comebackExpiry(grant.expiresAt ? new Date(grant.expiresAt) : null, {
        now: new Date(endedAt),
        zone: this.store.zone,
      });
      const won = () => `Returned because the dispute about order ${orderName(order)} was won`;
      const part = { amountMinor: takenMinor, expiresAt: ends?.getTime() ?? null };
      this.#money.give(endedAt, told(CREDIT_TYPES.dispute, won), [part], plan);
    });
  }

  #endOfMonths(at: number, months: number): number {
    const { calendar } = this.store;
    const { dayOfMonth } = calendar.keptBy(at);
    return calendar.endOf(calendar.addMonths(calendar.dayOf(at), months, dayOfMonth));
  }

  #endOfDays(at: number, days: number): number {
    const { calendar } = this.store;
    return calendar.endOf(calendar.dayOf(at) + days);
  }

  #offer(offer: AppliedOfferStory): void {
    const { rules, name, type } = offer.offer;
    if (type !== "add_store_credits" || offer.state === "refused") return;
    const amountMinor = Math.round(Number(rules.credit_amount) * 10 ** this.store.decimals);
    const expiresAt = this.#endOfDays(offer.requestedAt, Number(rules.expires_in_days));
    this.#plan(offer.requestedAt, () => {
      const told = {
        ...{ typeCode: CREDIT_TYPES.retentionOffer, message: name },
        sourceKey: () => `offer:${offer.id}`,
      };
      const [grant] = this.#money.give(offer.requestedAt, told, [{ amountMinor, expiresAt }]);
      offer.grant = grant ?? null;
      offer.balanceMinor = this.#money.account.availableMinor;
    });
    if (!offer.cancelledAt) return;
    const at = offer.cancelledAt + DAY_MS;
    this.#plan(at, () => {
      const message = "The unused part of the offered credit ends with the offer.";
      const told = { typeCode: CREDIT_TYPES.retentionOffer, message };
      const grants = offer.grant ? [offer.grant] : [];
      const entry = this.#money.take(at, told, amountMinor, grants);
      offer.takenBackMinor = -(entry?.amountMinor ?? 0);
    });
  }

  /** What a plan gave ends with its last day, where the merchant wants it so. */
  #forfeit({ plan, endsAt, status }: SubscriptionStory): void {
    if (!plan.forfeitsCredit || status !== "cancelled" || !endsAt) return;
    const { calendar } = this.store;
    const at = calendar.endOf(calendar.dayOf(endsAt)) - 999;
    this.#plan(at, () => {
      const outlasts = this.story.subscriptions.some(
        (other) => other.plan === plan && (other.endsAt ?? Number.MAX_VALUE) > endsAt,
      );
      if (outlasts) return;
      const message = `Forfeited because the ${plan.kind} ${plan.groupName} has ended`;
      const ofPlan = (grant: GrantStory) => grant.plan === plan;
      const told = { typeCode: CREDIT_TYPES.forfeit, message };
      this.#money.take(at, told, Number.MAX_SAFE_INTEGER, this.#money.grants.filter(ofPlan));
    });
  }

  /** What the merchant gives and takes by hand, promotions, rewards, points, and carts that were left. */
  #gifts(): void {
    const { random, story } = this;
    const { calendar } = this.store;
    const isMember = story.subscriptions.length > 0;
    const someday = () => calendar.draw(random, Math.max(story.person.createdAt, calendar.begin));
    if (random.chance(isMember ? 0.25 : 0.08)) this.#promote(someday());
    if (random.chance(0.015)) this.#adjust(someday(), random.pick([500, 1000, 1500, -500]));
    if (random.chance(0.006)) this.#reconcile(someday());
    if (random.chance(isMember ? 0.1 : 0)) this.#leaveCart(someday());
    if (!isMember || !random.chance(0.45)) return;
    for (let left = random.between(1, 4); left > 0; left -= 1) this.#rewardPoints(someday());
  }

  #promote(at: number): void {
    const expiresAt = this.#endOfDays(at, 90);
    const amountMinor = this.random.pick([300, 500, 1000]);
    const told = { typeCode: CREDIT_TYPES.promotion, message: "A gift for the season" };
    this.#plan(at, () => void this.#money.give(at, told, [{ amountMinor, expiresAt }]));
  }

  #adjust(at: number, amountMinor: number): void {
    const told = {
      ...{ typeCode: CREDIT_TYPES.adjustment, message: "Adjusted by the store" },
      ...{ reason: "A parcel came late.", actor: "merchant" as const },
    };
    this.#plan(at, () => {
      if (amountMinor > 0) this.#money.give(at, told, [{ amountMinor, expiresAt: null }]);
      else this.#money.take(at, told, -amountMinor);
    });
  }

  #reconcile(at: number): void {
    const told = {
      ...{ typeCode: CREDIT_TYPES.reconciled, message: "Reconciled with the old system" },
      actor: "merchant" as const,
    };
    this.#plan(at, () => void this.#money.take(at, told, this.random.between(50, 800)));
  }

  #leaveCart(at: number): void {
    const settledAt = at + 35 * 60_000;
    if (settledAt > this.store.calendar.now) return;
    const cart = { code: this.#code(), order: null };
    this.#plan(at, () => void this.#money.checkOut(at, settledAt, 2000, cart));
  }

  #rewardPoints(at: number): void {
    const amountMinor = this.random.between(5, 40) * 10;
    const told = { typeCode: CREDIT_TYPES.loyaltyReward, message: "Points for a purchase" };
    this.#plan(at, () => void this.#points.give(at, told, [{ amountMinor, expiresAt: null }]));
  }
}
