import type { CustomerFacts } from "../../facts/customer-facts.ts";
import type { RuleStore } from "../../rules/rule-type-module.ts";
import { countStanding, type Program } from "../../settle/desired-rewards.ts";
import { type Ladder, rankReached } from "../ladder.ts";
import type { TierHistory } from "../tier-history.ts";

/** Customers who come from one tier into another, or stay in one. */
interface TierMove {
  /** Null: in none. */
  from: number | null;
  to: number | null;
  customers: number;
  /** How many of them get the entry reward of the tier that they come into: those who were never in it. */
  rewards: number;
}

/** What other tiers would change at once. */
export interface TierMoves {
  /** Also of who stays where they are. */
  moves: readonly TierMove[];
  /** Who keeps a tier until its review, although what counts for them today does not reach it any more. */
  held: number;
}

export const NO_MOVES: TierMoves = { moves: [], held: 0 };

/**
 * Adds what tiers that are saved now would change for these customers. Pure, and the same count by which customers get their
 * tiers.
 *
 * @param proposed a version after those of the program; it counts from `now` on.
 */
export function tallyTierMoves(
  before: TierMoves,
  program: Program,
  proposed: Ladder,
  customers: readonly CustomerFacts[],
  at: { store: RuleStore; now: Date },
): TierMoves {
  const next = { ...program, ladders: [...program.ladders, proposed] };
  const moves = new Map(before.moves.map((move) => [nameOf(move), { ...move }]));
  let { held } = before;
  for (const customer of customers) {
    const after = countStanding(next, customer, at).tiers;
    const step = {
      from: currentOf(countStanding(program, customer, at).tiers),
      to: currentOf(after),
    };
    const move = moves.get(nameOf(step)) ?? { ...step, customers: 0, rewards: 0 };
    move.customers += 1;
    if (isRewarded(after, proposed)) move.rewards += 1;
    moves.set(nameOf(step), move);
    const rank = proposed.tiers.findIndex(({ id }) => id === step.to);
    if (rank > rankReached(proposed, after.amount)) held += 1;
  }
  return { moves: [...moves.values()], held };
}

function currentOf({ changes }: TierHistory): number | null {
  return changes.at(-1)?.tierId ?? null;
}

function nameOf({ from, to }: Pick<TierMove, "from" | "to">): string {
  return `${from}>${to}`;
}

/** Whether the change that these tiers made brings a customer into one where they have never been, and which gives something. */
function isRewarded({ changes }: TierHistory, { version, tiers }: Ladder): boolean {
  const last = changes.at(-1);
  if (last?.version !== version) return false;
  const wasThere = changes.slice(0, -1).some(({ tierId }) => tierId === last.tierId);
  return !wasThere && tiers.some(({ id, entryReward }) => id === last.tierId && entryReward);
}
