import type { Counted, CountedFact, CountInput } from "./rule-type-module.ts";

/** Every fact is a completion by itself, or every different `keyOf`: the earliest of one key counts. */
export function countEach<S>(
  { facts }: CountInput<S>,
  {
    keyOf = ({ fact }) => fact.key,
    points,
  }: {
    keyOf?(counted: CountedFact<S>): string;
    points?(counted: CountedFact<S>): number;
  } = {},
): Counted {
  const seen = new Set<string>();
  const completions = facts.flatMap((counted) => {
    const { fact, version } = counted;
    const key = keyOf(counted);
    if (seen.has(key)) return [];
    seen.add(key);
    const given = points?.(counted);
    if (given === 0) return [];
    const orderId = fact.kind === "order" ? fact.order.id : null;
    return [
      { key, at: fact.at, version, orderId, ...(given === undefined ? {} : { points: given }) },
    ];
  });
  return { completions, progress: null };
}
