import type { z } from "zod";
import type { Fact, FactKind } from "../facts/fact.ts";
import type { LoyaltyWords } from "../loyalty-words.ts";

/** A fact with the settings of the rule at its time. */
export interface CountedFact<S> {
  readonly fact: Fact;
  readonly settings: S;
  /** Of the rule's version; what it earns goes by that version. */
  readonly version: number;
}

/** One time that a rule is fulfilled. */
export interface Completion {
  /** Tells it from the customer's others of this rule, whatever the order of the news. */
  readonly key: string;
  readonly at: Date;
  readonly version: number;
  /** The order that completed it; null when none did. */
  readonly orderId: bigint | null;
  /** Points that the rule itself says; undefined where its reward says what is given. */
  readonly points?: number;
  /** Gives what the rule's settings have for a friend who was referred, instead of its reward. */
  readonly isFriends?: true;
}

export interface Progress {
  readonly current: number;
  readonly required: number;
  /** When it starts again, as a monthly goal does; null when time alone does not reset it. */
  readonly until: Date | null;
}

export interface Counted {
  readonly completions: readonly Completion[];
  /** Null where a rule has no notion of progress. */
  readonly progress: Progress | null;
}

/** Where a rule counts. */
export interface RuleStore {
  readonly currency: string;
  readonly zone: string;
}

export interface CountInput<S> {
  /** Facts that count, in the order of their time. */
  readonly facts: readonly CountedFact<S>[];
  /** The rule as it is now. */
  readonly settings: S;
  readonly store: RuleStore;
  readonly now: Date;
}

/**
 * Everything the product knows about one type of rule. A new type is one module that implements this and one line
 * in `rule-types.ts`.
 */
export interface RuleTypeModule<S> {
  /** The shape kept in `loyalty_rule_versions.settings` (contract, section 2.6, field `rules`). */
  readonly settings: z.ZodType<S>;
  readonly hears: readonly FactKind[];
  /**
   * What a customer does for it, as a sentence goes on after what they get: "for every 5 orders that were sent". Where the rule
   * itself says what it gives, with that: "2 points for every €1.00 of an order".
   */
  describe(settings: S, words: LoyaltyWords): string;
  /** Whether the rule itself says what it gives: a number of points for money. */
  readonly givesPointsItself?: boolean;
  /** Why it needs a limit for each customer; null when it does not. */
  needsLimit?(settings: S): string | null;
  /** Whether only renewals count, so that a reward can be a discount on the subscription that was renewed. */
  readonly countsRenewals?: true;
  /** Whether progress stays at its end once it got there, for a period or for ever; absent: it starts again at nothing. */
  staysReached?(settings: S): boolean;
  /** When a fact counts, if at all: null when not, or not yet. */
  countsAt(fact: Fact, settings: S, store: RuleStore): Date | null;
  /** What the facts come to. Pure: the same facts give the same answer, in whatever order the news came. */
  count(input: CountInput<S>): Counted;
}
