import type { PostgresUse } from "#tests/support/postgres-relay.ts";
import type { BenchRow } from "../bench-row.ts";

/** What was used up, since the beginning or by each one. CPU in milliseconds. */
export interface Cost extends PostgresUse {
  walKilobytes: number;
  jobs: number;
  calls: number;
  points: number;
  cpuMs: number;
}

/** At most, for what has a target. */
const TARGETS: Readonly<Record<string, Partial<Cost>>> = {
  "paid renewal, at once": {
    statements: 40,
    transactions: 4,
    calls: 2.5,
    points: 18,
    jobs: 1.5,
    cpuMs: 15,
  },
  "paid renewal, single": {
    statements: 90,
    transactions: 10,
    calls: 4,
    points: 30,
    jobs: 6,
    cpuMs: 60,
  },
};

/** What no one has cost less than: what else went on meanwhile is left out. */
export function lowestOf(costs: readonly Cost[]): Cost {
  return mapCost((name) => Math.min(...costs.map((cost) => cost[name])));
}

export function mapCost(costBy: (name: keyof Cost) => number): Cost {
  const pairs = NAMES.map((name) => [name, costBy(name)]);
  return Object.fromEntries(pairs);
}

export function rowOf(name: string, cost: Cost): BenchRow {
  const targets = TARGETS[name] ?? {};
  const said = (some: Partial<Cost>) =>
    NAMES.filter((one) => one in some)
      .map((one) => `${Number((some[one] ?? 0).toPrecision(3))} ${WORDS[one]}`)
      .join(", ");
  return {
    ...{ name, ours: said(cost), baseline: "–", ratio: "–" },
    target: said(targets) || "–",
    met: NAMES.every((one) => cost[one] <= (targets[one] ?? Number.POSITIVE_INFINITY)),
  };
}

const WORDS: Readonly<Record<keyof Cost, string>> = {
  statements: "statements",
  transactions: "transactions",
  roundTrips: "round trips",
  walKilobytes: "kB of WAL",
  jobs: "jobs",
  calls: "calls",
  points: "points",
  cpuMs: "ms of CPU",
};
const NAMES = Object.keys(WORDS) as (keyof Cost)[];

export const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
