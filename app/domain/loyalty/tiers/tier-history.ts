import { addIntervals } from "#app/lib/zoned-time.ts";
import { type Ladder, ladderAt, rankReached, type Tier } from "./ladder.ts";

/** What a customer did at once that lifts them, by each basis. */
export interface TierFact {
  readonly at: Date;
  readonly points: number;
  /** Minor units of the store's currency. */
  readonly spend: number;
  readonly orders: number;
  /** The merchant put them into this tier. */
  readonly placedIn?: number;
}

/** From then on a customer is in this tier; null: in none. */
interface TierChange {
  readonly at: Date;
  readonly tierId: number | null;
  /** The version of the ladder that decided. */
  readonly version: number;
  /** The merchant put them there: neither is it rewarded, nor is the customer told. */
  readonly isPlaced?: true;
}

export interface TierHistory {
  /** In the order of their time. */
  readonly changes: readonly TierChange[];
  /** When the tier is reviewed next; null in none. */
  readonly reviewAt: Date | null;
  /** What counts today, by the basis of the ladder that counts today. */
  readonly amount: number;
}

/**
 * The tiers that a customer has been in. Pure: it depends on the facts alone, in whatever order they became known.
 *
 * A customer goes up at once, when what they did within a year reaches a tier. A year after that, and every year
 * after, the tier is reviewed: it is the highest that the year before the review reaches. Whom the merchant puts into a
 * higher tier is there at once, until the review. Another ladder lifts at
 * once whom it would lift, and lowers only those whose tier is gone.
 */
export function countTiers(
  ladders: readonly Ladder[],
  facts: readonly TierFact[],
  { zone, now }: { zone: string; now: Date },
): TierHistory {
  const changes: TierChange[] = [];
  const year = new RollingYear(zone);
  const current: { tierId: number | null; since: Date; reviews: number; reviewAt: Date | null } = {
    ...{ tierId: null, since: now, reviews: 0, reviewAt: null },
  };
  // Counted from the entry at once: who came in on 29 February is reviewed on that day again.
  const reviewNext = (at: Date, isReview: boolean) => {
    current.since = isReview ? current.since : at;
    current.reviews = isReview ? current.reviews + 1 : 1;
    current.reviewAt = yearsAfter(current.since, current.reviews, zone);
  };

  const settle = (at: Date, isReview: boolean) => {
    const ladder = ladderAt(ladders, at);
    if (!ladder) return;
    const rank = rankOf(ladder, current.tierId);
    const reached = rankReached(ladder, year.sumAt(at, ladder.basis));
    const isGone = current.tierId !== null && rank < 0;
    if (!(reached > rank || isReview || isGone)) return;
    const tier = ladder.tiers[reached] ?? null;
    const tierId = tier?.id ?? null;
    if (tierId !== current.tierId) changes.push({ at, tierId, version: ladder.version });
    current.tierId = tierId;
    current.reviewAt = null;
    if (tier) reviewNext(at, isReview);
  };
  const place = (at: Date, tierIds: readonly number[]) => {
    const ladder = ladderAt(ladders, at);
    if (!ladder) return;
    const tier = ladder.tiers[Math.max(...tierIds.map((id) => rankOf(ladder, id)))];
    if (!tier || rankOf(ladder, tier.id) <= rankOf(ladder, current.tierId)) return;
    changes.push({ at, tierId: tier.id, version: ladder.version, isPlaced: true });
    current.tierId = tier.id;
    reviewNext(at, false);
  };
  const reviewUntil = (isDue: (reviewAt: Date) => boolean) => {
    while (current.reviewAt && isDue(current.reviewAt)) settle(current.reviewAt, true);
  };

  for (const step of stepsOf(ladders, facts, now)) {
    reviewUntil((reviewAt) => reviewAt < step.at);
    for (const fact of step.facts) year.add(fact);
    settle(step.at, false);
    place(
      step.at,
      step.facts.flatMap(({ placedIn }) => placedIn ?? []),
    );
  }
  reviewUntil((reviewAt) => reviewAt <= now);
  const ladder = ladderAt(ladders, now);
  const amount = ladder ? year.sumAt(now, ladder.basis) : 0;
  return { changes, reviewAt: current.reviewAt, amount };
}

/** The instants at which something happened, in their order. What happened at one instant counts together. */
function stepsOf(
  ladders: readonly Ladder[],
  facts: readonly TierFact[],
  now: Date,
): { at: Date; facts: readonly TierFact[] }[] {
  const factsAt = Map.groupBy(facts, ({ at }) => at.getTime());
  const instants = new Set([...ladders.map(({ since }) => since.getTime()), ...factsAt.keys()]);
  return [...instants]
    .filter((at) => at <= now.getTime())
    .sort((one, other) => one - other)
    .map((at) => ({ at: new Date(at), facts: factsAt.get(at) ?? [] }));
}

function rankOf({ tiers }: Ladder, tierId: number | null): number {
  return tiers.findIndex(({ id }) => id === tierId);
}

function yearsAfter(at: Date, count: number, zone: string): Date {
  return addIntervals(at, { unit: "year", count: 1 }, count, zone);
}

/** Sums of the facts of the year before an instant. Instants come in their order. */
class RollingYear {
  private readonly kept: { fact: TierFact; until: Date }[] = [];
  private first = 0;
  private readonly sums = { points: 0, spend: 0, orders: 0 };

  private readonly zone: string;

  constructor(zone: string) {
    this.zone = zone;
  }

  add(fact: TierFact): void {
    this.kept.push({ fact, until: yearsAfter(fact.at, 1, this.zone) });
    this.count(fact, 1);
  }

  sumAt(at: Date, basis: Ladder["basis"]): number {
    for (let one = this.kept[this.first]; one && one.until <= at; one = this.kept[this.first]) {
      this.count(one.fact, -1);
      this.first += 1;
    }
    return this.sums[basis];
  }

  private count({ points, spend, orders }: TierFact, sign: 1 | -1): void {
    this.sums.points += sign * points;
    this.sums.spend += sign * spend;
    this.sums.orders += sign * orders;
  }
}

/** The tier that a customer was in just before an instant, as the ladder of that instant has it; null for none. */
export function tierBefore(
  { changes }: Pick<TierHistory, "changes">,
  ladders: readonly Ladder[],
  at: Date,
): Tier | null {
  const tierId = changes.findLast((change) => change.at < at)?.tierId ?? null;
  return ladderAt(ladders, at)?.tiers.find(({ id }) => id === tierId) ?? null;
}
