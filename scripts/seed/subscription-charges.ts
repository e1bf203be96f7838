import { formatMinor } from "#app/lib/money.ts";
import type { Interval } from "#app/lib/zoned-time.ts";
import { orderName } from "./order-names.ts";
import { percentOff } from "./percent-off.ts";
import { OFFER_PERCENT } from "./plan-catalogue.ts";
import type { Random } from "./random.ts";
import type { KeptClock, StoreCalendar } from "./store-calendar.ts";
import type { SeedStore } from "./store-frame.ts";
import type { AttemptStory, CycleStory, OrderLine, Person, SubscriptionStory } from "./stories.ts";
import { type Dunning, tellDunning } from "./tell-dunning.ts";
import { amountsOf, tellOrder } from "./tell-order.ts";

const DAY_MS = 86_400_000;
const FAILS = 0.085;
/** The first full charge after a trial. */
const FAILS_AFTER_TRIAL = 0.16;

/** How a charge has left the subscription. */
type ChargeResult =
  | { kind: "goes_on"; dueAt: number }
  | { kind: "waits" }
  | {
      kind: "given_up";
      givenUpAt: number;
      nextDueAt: number;
      finalAction: Dunning["finalAction"];
    };

/** Makes the charges of one subscription, with their cycles, attempts and orders. */
export class SubscriptionCharges {
  kept: KeptClock;
  readonly calendar: StoreCalendar;
  #index: number;

  readonly random: Random;
  readonly store: SeedStore;
  readonly story: SubscriptionStory;
  readonly person: Person;

  constructor(random: Random, store: SeedStore, story: SubscriptionStory, person: Person) {
    this.random = random;
    this.store = store;
    this.story = story;
    this.person = person;
    const { calendar } = store;
    this.calendar = calendar;
    this.kept = calendar.keptBy(story.trialEndsAt ?? story.startedAt);
    // The checkout is the first cycle.
    this.#index = story.originalStartAt === null ? 2 : 1;
  }

  /** The checkout, or the import. @returns the date of the first charge. */
  begin(): number {
    const { story, random, calendar } = this;
    const { startedAt, trialEndsAt, plan } = story;
    if (story.originalStartAt !== null) {
      const dueAt = calendar.addDays(startedAt, random.between(1, 27));
      this.kept = calendar.keptBy(dueAt);
      story.paidUntil = dueAt;
      return dueAt;
    }
    const dueAt = trialEndsAt ?? this.#next(startedAt);
    const line = this.#line(plan.trial ? plan.trial.feeMinor : story.priceMinor);
    const { person } = this;
    const cause = { at: startedAt, person, isCustomers: true, subscription: story, line };
    story.orders.push(tellOrder(random, calendar, { ...cause, isFirst: true }));
    if (!plan.trial) story.lastCharge = { amountMinor: story.priceMinor, at: startedAt };
    story.paidUntil = dueAt;
    return dueAt;
  }

  /** A cycle whose charge its owner skips. @returns the next date. */
  skip(dueAt: number, closedAt: number): number {
    const nextDueAt = this.#next(dueAt);
    this.#open(dueAt, nextDueAt, { state: "skipped", closedAt });
    return nextDueAt;
  }

  charge(dueAt: number): ChargeResult {
    const { story, random, calendar } = this;
    const nextDueAt = this.#next(dueAt);
    const cycle = this.#open(dueAt, nextDueAt, { state: "open" });
    const at = dueAt + random.between(4, 900) * 1000;
    if (at + 30_000 > calendar.now) {
      this.#try(cycle, { at: Math.min(at, calendar.now), code: null, message: null }, true);
      story.isCharging = true;
      story.nextBillingAt = dueAt;
      return { kind: "waits" };
    }
    const fails = story.trialState === "running" ? FAILS_AFTER_TRIAL : FAILS;
    if (!random.chance(fails)) {
      this.#pay(cycle, this.#try(cycle, { at, code: null, message: null }));
      return { kind: "goes_on", dueAt: nextDueAt };
    }
    return this.#dun(cycle, tellDunning(random, calendar, at));
  }

  #dun(cycle: CycleStory, dunning: Dunning): ChargeResult {
    const { story, calendar } = this;
    const { attempts, paidAt, givenUpAt, next, newMethodAt, finalAction } = dunning;
    cycle.declineClass = dunning.declineClass;
    cycle.reason = dunning.attempts.findLast(({ code }) => code)?.message ?? null;
    cycle.pastDueSince = attempts[0]?.at ?? cycle.dueAt;
    if (newMethodAt) {
      story.paymentMethod = `${story.paymentMethod}-${cycle.index}`;
      story.paymentMethodChangedAt = newMethodAt;
      story.updatedAt = newMethodAt;
    }
    const made = attempts.map((attempt) => this.#try(cycle, attempt));
    const last = made.at(-1);
    if (paidAt && last) {
      this.#pay(cycle, last);
      let dueAt = cycle.nextDueAt;
      while (dueAt <= paidAt) dueAt = this.#next(dueAt);
      cycle.nextDueAt = dueAt;
      return { kind: "goes_on", dueAt };
    }
    if (givenUpAt) {
      cycle.state = "given_up";
      cycle.closedAt = givenUpAt;
      story.updatedAt = givenUpAt;
      return { kind: "given_up", givenUpAt, nextDueAt: cycle.nextDueAt, finalAction };
    }
    cycle.state = "past_due";
    cycle.step = next?.step ?? null;
    cycle.stepAt = next?.at ?? null;
    story.nextBillingAt = cycle.dueAt;
    if (calendar.now - cycle.pastDueSince > 3 * DAY_MS) story.platformStatus = "failed";
    return { kind: "waits" };
  }

  #pay(cycle: CycleStory, attempt: AttemptStory): void {
    const { story, random, calendar, person } = this;
    const at = attempt.completedAt ?? attempt.at;
    const line = this.#line(this.#priceNow());
    const order = tellOrder(random, calendar, {
      ...{ at, person, isCustomers: true, subscription: story, line },
    });
    const { totalMinor } = amountsOf(order);
    attempt.order = order;
    attempt.amountMinor = totalMinor;
    story.orders.push(order);
    this.#countOffer();
    const isRecovered = cycle.pastDueSince !== null;
    cycle.state = "paid";
    cycle.closedAt = at;
    cycle.step = cycle.stepAt = null;
    story.lastCharge = { amountMinor: totalMinor, at };
    story.paidUntil = cycle.nextDueAt;
    if (story.trialState) story.trialState = "over";
    const tail = isRecovered ? ", after it had failed before" : "";
    const { currency } = this.store;
    const amount = `${formatMinor(totalMinor, currency)} ${currency}`;
    this.#note(attempt, {
      at,
      kind: isRecovered ? "billing.recovered" : "billing.charged",
      message: () => `${amount} was charged with order ${orderName(order)}${tail}.`,
    });
  }

  #try(cycle: CycleStory, tried: Dunning["attempts"][number], isPending = false): AttemptStory {
    const { story } = this;
    const { at, code, message } = tried;
    const isInventory = code !== null && cycle.declineClass === "inventory";
    const number = 1 + story.attempts.filter((one) => one.cycle === cycle).length;
    const attempt: AttemptStory = {
      ...{ id: 0, cycle, number, at, completedAt: isPending ? null : at + 12_000 },
      amountMinor: this.#priceNow(),
      ...{ errorCode: code, errorMessage: message, order: null },
      missingItems: isInventory ? [story.plan.product] : [],
      paymentMethod: story.paymentMethod,
    };
    story.attempts.push(attempt);
    if (code && message) this.#note(attempt, { at: at + 12_000, kind: "billing.failed", message });
    return attempt;
  }

  #note(
    attempt: AttemptStory,
    line: { at: number; kind: string; message: string | (() => string) },
  ): void {
    const { story } = this;
    story.updatedAt = Math.max(story.updatedAt, line.at);
    story.activities.push({
      ...{ ...line, id: 0, actor: "system", subscription: story },
      details: () => ({
        billing_attempt_id: String(attempt.id),
        cycle_index: attempt.cycle.index,
        attempt_number: attempt.number,
      }),
    });
  }

  #priceNow(): number {
    const { priceMinor, discountCyclesLeft } = this.story;
    return discountCyclesLeft > 0 ? percentOff(priceMinor, OFFER_PERCENT) : priceMinor;
  }

  #countOffer(): void {
    const { story } = this;
    const offer = story.offers.at(-1);
    if (story.discountCyclesLeft === 0 || !offer) return;
    story.discountCyclesLeft -= 1;
    offer.usageCount += 1;
  }

  #open(
    dueAt: number,
    nextDueAt: number,
    how: Pick<CycleStory, "state"> & Partial<CycleStory>,
  ): CycleStory {
    const cycle: CycleStory = {
      ...{ index: this.#index, dueAt, nextDueAt, kept: this.kept },
      ...{ step: null, stepAt: null, declineClass: null, reason: null },
      ...{ pastDueSince: null, closedAt: null },
      ...how,
    };
    this.#index += 1;
    this.story.cycles.push(cycle);
    return cycle;
  }

  #line(totalMinor: number): OrderLine {
    const { plan, quantity } = this.story;
    const { product: title, productId } = plan;
    return { title, productId, variantId: productId + 1, quantity, totalMinor, plan };
  }

  #next(instant: number, interval: Interval = this.story.interval): number {
    return this.calendar.next(instant, interval, this.kept);
  }
}
