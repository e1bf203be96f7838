import { percentOff } from "./percent-off.ts";
import { OFFER_OF_REASON, OFFER_PERCENT, REASONS, type SeedOffer } from "./plan-catalogue.ts";
import type { Random } from "./random.ts";
import { type StoreCalendar, wholeSecond } from "./store-calendar.ts";
import type { SeedStore } from "./store-frame.ts";
import type {
  ActivityStory,
  AppliedOfferStory,
  FlowStory,
  Person,
  SubscriptionStory,
} from "./stories.ts";
import { SubscriptionCharges } from "./subscription-charges.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Half of those who leave have left after a year. */
const MEAN_LIFE_DAYS = 520;
const LEAVES_IN_TRIAL = 0.24;
const PAUSES = 0.02;
const SKIPS = 0.025;
const THINKS_OF_LEAVING = 0.022;
/** How long an offer of a discount lasts. */
const OFFER_CYCLES = 3;

/** Tells a subscription's life from its first day to now. */
export class SubscriptionTeller {
  readonly calendar: StoreCalendar;
  readonly #charges: SubscriptionCharges;
  readonly #endsAt: number;

  readonly random: Random;
  readonly store: SeedStore;
  readonly story: SubscriptionStory;

  constructor(random: Random, store: SeedStore, story: SubscriptionStory, person: Person) {
    this.random = random;
    this.store = store;
    this.story = story;
    this.calendar = store.calendar;
    this.#charges = new SubscriptionCharges(random, store, story, person);
    const { startedAt, trialEndsAt } = story;
    this.#endsAt =
      trialEndsAt && random.chance(LEAVES_IN_TRIAL)
        ? startedAt + random.next() * (trialEndsAt - startedAt)
        : startedAt + DAY_MS + random.wait(MEAN_LIFE_DAYS) * DAY_MS;
  }

  tell(): SubscriptionStory {
    const { story, calendar } = this;
    let since = story.startedAt;
    let due = this.#charges.begin();
    for (;;) {
      if (this.#endsAt < due && this.#endsAt <= calendar.now) {
        const at = wholeSecond(Math.max(this.#endsAt, since, story.updatedAt + MINUTE_MS));
        if (at <= calendar.now) this.#leave(at, due);
        else story.nextBillingAt = due;
        return story;
      }
      const moved = this.#pause(since, due);
      if (moved === null) return story;
      due = moved;
      due = this.#thinkOfLeaving(since, due);
      if (due > calendar.now) {
        story.nextBillingAt = due;
        return story;
      }
      since = due;
      const next = this.#skip(due) ?? this.#charge(due);
      if (next === null) return story;
      due = next;
    }
  }

  /** @returns the next date, or null when it ends here. */
  #charge(due: number): number | null {
    const { story, random, calendar } = this;
    const result = this.#charges.charge(due);
    if (result.kind === "goes_on") return result.dueAt;
    if (result.kind === "waits") return null;
    const { givenUpAt, finalAction, nextDueAt } = result;
    if (finalAction === "skip") return this.#after(givenUpAt, nextDueAt);
    if (finalAction === "cancel") {
      this.#end(givenUpAt, nextDueAt, null);
      return null;
    }
    this.#beginPause(givenUpAt, null);
    story.nextBillingAt = nextDueAt;
    const resumesAt = wholeSecond(givenUpAt + random.between(3, 45) * DAY_MS);
    if (resumesAt > calendar.now) return null;
    if (random.chance(0.5)) {
      const next = this.#after(resumesAt, nextDueAt);
      this.#resume(resumesAt, next);
      return next;
    }
    if (random.chance(0.7)) this.#end(resumesAt, nextDueAt, null);
    return null;
  }

  /** The first date of its schedule after an instant. */
  #after(instant: number, due: number): number {
    const kept = this.#charges.kept;
    let next = due;
    while (next <= instant) next = this.calendar.next(next, this.story.interval, kept);
    return next;
  }

  #skip(due: number): number | null {
    const { story, random } = this;
    if (story.plan.kind !== "product" || story.cycles.length === 0 || !random.chance(SKIPS)) {
      return null;
    }
    const closedAt = wholeSecond(due - random.between(1, 6) * DAY_MS);
    const next = this.#charges.skip(due, Math.max(closedAt, story.updatedAt));
    const { calendar } = this;
    this.#note(closedAt, "customer", {
      kind: "billing.skipped",
      message: `The charge of ${calendar.date(due)} is skipped. The next one is on ${calendar.date(next)}.`,
      details: () => ({ next_billing_date: new Date(next).toISOString() }),
    });
    return next;
  }

  /** @returns the date of the next charge, which a pause moves; null while it lasts. */
  #pause(since: number, due: number): number | null {
    const { story, random, calendar } = this;
    if (story.trialState === "running" || !random.chance(PAUSES)) return due;
    const at = wholeSecond(since + random.next() * (due - since));
    const days = random.between(14, 90);
    const until = calendar.addDays(at, days);
    if (at <= story.updatedAt || at > calendar.now) return due;
    const hasEnd = random.chance(0.8);
    this.#beginPause(at, hasEnd ? until : null);
    const next = calendar.addDays(due, days);
    if (until > calendar.now) {
      story.nextBillingAt = hasEnd ? next : due;
      return null;
    }
    this.#resume(until, next);
    this.#charges.kept = calendar.keptBy(next);
    return next;
  }

  #beginPause(at: number, until: number | null): void {
    const { story, calendar } = this;
    story.status = story.platformStatus = "paused";
    story.pausedAt = at;
    story.pausedUntil = until;
    const tail = until ? ` until ${calendar.date(until)}` : "";
    this.#note(at, "customer", {
      kind: "subscription.paused",
      message: `${story.plan.name} was paused${tail}.`,
      details: () => ({ paused_until: until ? new Date(until).toISOString() : null }),
    });
  }

  #resume(at: number, next: number): void {
    const { story, calendar } = this;
    story.status = story.platformStatus = "active";
    story.pausedAt = story.pausedUntil = null;
    this.#note(at, "system", {
      kind: "subscription.resumed",
      message: `${story.plan.name} was resumed; the next charge is on ${calendar.date(next)}.`,
      details: () => ({ next_billing_date: new Date(next).toISOString() }),
    });
  }

  /** Who opens the cancel flow and does not cancel: an offer was taken, or the page was closed. */
  #thinkOfLeaving(since: number, due: number): number {
    const { story, random, calendar } = this;
    if (!random.chance(THINKS_OF_LEAVING)) return due;
    const at = wholeSecond(since + random.next() * (due - since));
    if (at <= story.updatedAt || at > calendar.now || story.status !== "active") return due;
    const flow = this.#openFlow(at);
    const { offer, reason } = flow;
    if (!offer || !reason || !random.chance(0.7)) return due;
    const applied = this.#apply(flow, offer, due);
    if (applied.state === "refused") return due;
    flow.outcome = "saved";
    flow.finishedAt = applied.requestedAt;
    if (offer.type !== "change_frequency") return due;
    story.interval = { unit: "month", count: 2 };
    applied.nextBillingAt = calendar.next(due, { unit: "month", count: 1 }, this.#charges.kept);
    return applied.nextBillingAt;
  }

  #openFlow(at: number): FlowStory {
    const { story, random } = this;
    const reason = random.chance(0.94) ? REASONS.draw(random) : null;
    const type = reason && OFFER_OF_REASON[reason];
    const { plan, interval, offers } = story;
    const isMonthly = interval.unit === "month" && interval.count === 1;
    const mayHave = offers.length === 0 && (type !== "change_frequency" || isMonthly);
    const note = random.chance(0.12) ? `Less ${plan.product.toLowerCase()} for now, please.` : null;
    const flow: FlowStory = {
      ...{ id: 0, startedAt: at, reason, note, outcome: "open", finishedAt: null },
      offer: (type && mayHave && this.store.offers[type]) || null,
    };
    story.flows.push(flow);
    return flow;
  }

  #apply(flow: FlowStory, offer: SeedOffer, due: number): AppliedOfferStory {
    const { story, random } = this;
    const requestedAt = flow.startedAt + random.between(15, 200) * 1000;
    const isDiscount = offer.type === "discount_price";
    const priceMinor = story.priceMinor;
    const applied: AppliedOfferStory = {
      ...{ id: 0, offer, reason: flow.reason ?? "other", requestedAt, cancelledAt: null },
      state: random.chance(0.02) || requestedAt > this.calendar.now ? "refused" : "active",
      ...{
        priceMinor,
        nextBillingAt: due,
        usageCount: 0,
        grant: null,
        balanceMinor: 0,
        takenBackMinor: 0,
      },
      priceWithOfferMinor: isDiscount ? percentOff(priceMinor, OFFER_PERCENT) : priceMinor,
      previousInterval: offer.type === "change_frequency" ? story.interval : null,
    };
    story.offers.push(applied);
    if (applied.state === "refused") return applied;
    if (isDiscount) story.discountCyclesLeft = OFFER_CYCLES;
    this.#note(requestedAt, "customer", {
      kind: "offer.accepted",
      message: `The offer “${offer.name}” is active.`,
      details: () => ({ applied_offer_id: String(applied.id) }),
    });
    return applied;
  }

  #leave(at: number, due: number): void {
    const { random, story } = this;
    if (random.chance(0.05)) {
      this.#end(at, due, null);
      story.platformStatus = "expired";
      return;
    }
    if (random.chance(0.28)) {
      this.#end(at, due, random.chance(0.5) ? REASONS.draw(random) : null);
      return;
    }
    const flow = this.#openFlow(at - random.between(20, 50) * 1000);
    flow.outcome = "cancelled";
    flow.finishedAt = at;
    this.#end(at, due, flow.reason ?? "other");
  }

  #end(at: number, due: number, reason: SubscriptionStory["cancelReason"]): void {
    const { story } = this;
    story.status = story.platformStatus = "cancelled";
    story.cancelReason = reason;
    story.cancelledAt = at;
    const paid = story.paidUntil ?? due;
    const isPaid = story.lastCharge !== null || story.trialState === "running";
    story.endsAt = isPaid && paid > at ? paid : at;
    story.pausedAt = story.pausedUntil = story.nextBillingAt = null;
    for (const offer of story.offers) {
      if (offer.state !== "active") continue;
      offer.state = "cancelled";
      offer.cancelledAt = at;
    }
    this.#note(at, reason ? "customer" : "system", {
      kind: "subscription.cancelled",
      message: `${story.plan.name} was canceled.`,
      details: () => ({ reason, ends_at: new Date(story.endsAt ?? at).toISOString() }),
    });
  }

  #note(
    at: number,
    actor: ActivityStory["actor"],
    line: Pick<ActivityStory, "kind" | "message" | "details">,
  ): void {
    const { story } = this;
    story.updatedAt = Math.max(story.updatedAt, at);
    story.activities.push({ ...line, at, actor, subscription: story, id: 0 });
  }
}
