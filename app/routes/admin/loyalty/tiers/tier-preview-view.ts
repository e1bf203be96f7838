import type { TierPreview } from "#app/domain/loyalty/tiers/preview/read-tier-preview.ts";
import type { Formats } from "#app/ui/format.ts";
import { pointsNumber } from "../loyalty-words.ts";

/** What other tiers would change, in the words of their editor. */
export function showTierPreview(preview: TierPreview, formats: Formats) {
  const { moves, tiers, nameOf, held } = preview;
  const titleOf = (id: number | null) => (id === null ? "No tier" : nameOf(id));
  const sum = (side: "from" | "to", id: number | null) =>
    moves
      .filter((move) => move[side] === id)
      .reduce((customers, move) => customers + move.customers, 0);
  const kept: (number | null)[] = [...tiers.map(({ id }) => id).reverse(), null];
  const gone = new Set(moves.flatMap(({ from }) => (kept.includes(from) ? [] : [from])));
  const number = (count: number) => pointsNumber(count, formats);
  return {
    id: String(preview.id),
    isDone: preview.isDone,
    trouble: preview.reason && `A part is tried again: ${preview.reason}.`,
    seen: preview.seenCount,
    total: preview.totalCount,
    tiers: [...kept, ...gone].map((id) => ({
      key: String(id),
      name: titleOf(id),
      now: number(sum("from", id)),
      after: gone.has(id) ? "Removed" : number(sum("to", id)),
    })),
    changes: moves
      .filter(({ from, to }) => from !== to)
      .sort((one, other) => other.customers - one.customers)
      .map(({ from, to, customers, rewards }) => {
        const who = formats.count(customers, "customer");
        const gets = rewards > 0 ? `, ${number(rewards)} with its entry reward` : "";
        return `${who}: from ${titleOf(from)} to ${titleOf(to)}${gets}`;
      }),
    held:
      held === 0
        ? null
        : `${formats.count(held, "customer keeps", "customers keep")} a tier until its review that the last year does not reach.`,
  };
}

export type TierPreviewView = ReturnType<typeof showTierPreview>;
