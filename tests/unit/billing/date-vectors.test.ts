import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { billingDate } from "#app/domain/billing/dates/billing-date.ts";
import { changeFrequency } from "#app/domain/billing/dates/change-frequency.ts";
import { cycleContaining, nextBillingAfter } from "#app/domain/billing/dates/find-cycle.ts";
import { pauseBetween, pauseForCycles } from "#app/domain/billing/dates/pause-schedule.ts";
import {
  type BillingPolicy,
  type BillingSchedule,
  startSchedule,
} from "#app/domain/billing/dates/schedule.ts";
import { startTrial } from "#app/domain/billing/dates/start-trial.ts";
import type { Anchor } from "#app/lib/anchor.ts";
import type { Interval, IntervalUnit } from "#app/lib/zoned-time.ts";

type Change =
  | { cycle: number; pauseCycles: number; now: string }
  | { cycle: number; pause: [string, string]; now: string }
  | { frequency: string; anchors?: string[]; now: string };

/** The expected dates were worked out by hand with a calendar and each zone's published changes of clocks. */
interface Vector {
  title: string;
  zone: string;
  every: string;
  /** Of a prepaid plan; no date depends on it. */
  deliveredEvery?: string;
  anchors?: string[];
  start: string;
  first?: string;
  trial?: string;
  changes?: Change[];
  due: Record<string, string>;
  next?: { after: string; cycle: number }[];
  holds?: { at: string; cycle: number | null }[];
}

const file = new URL("date-vectors.json", import.meta.url);
const vectors: Vector[] = JSON.parse(readFileSync(file, "utf8"));
const at = (iso: string) => new Date(iso);

function toInterval(text: string): Interval {
  const [count, unit] = text.split(" ");
  return { count: Number(count), unit: unit as IntervalUnit };
}

/** Reads "weekday 1", "monthday 15" and "yearday 2-29". */
function toAnchor(text: string): Anchor {
  const [type, rest = ""] = text.split(" ");
  const [first = 0, second = 0] = rest.split("-").map(Number);
  if (type === "yearday") return { type, month: first, day: second };
  return { type: type as "weekday" | "monthday", day: first };
}

function toPolicy(every: string, anchors: string[] = []): BillingPolicy {
  return { interval: toInterval(every), anchors: anchors.map(toAnchor) };
}

function scheduleOf(vector: Vector): BillingSchedule {
  const { zone, first, trial } = vector;
  const policy = {
    ...toPolicy(vector.every, vector.anchors),
    ...(vector.deliveredEvery && { deliveryInterval: toInterval(vector.deliveredEvery) }),
  };
  const startAt = at(vector.start);
  if (trial) return startTrial(policy, { startAt, trial: toInterval(trial), zone });
  if (!first) throw new Error(`${vector.title}: neither a first date nor a trial`);
  return startSchedule(policy, { startAt, firstBillingAt: at(first), zone });
}

function changed(schedule: BillingSchedule, change: Change): BillingSchedule {
  const now = at(change.now);
  if ("frequency" in change) {
    return changeFrequency(schedule, toPolicy(change.frequency, change.anchors), now);
  }
  if ("pauseCycles" in change) {
    return pauseForCycles(schedule, change.cycle, change.pauseCycles, now);
  }
  const [from, until] = change.pause;
  return pauseBetween(schedule, change.cycle, { from: at(from), until: at(until) }, now);
}

describe("billing dates", () => {
  test.each(vectors)("$title", (vector) => {
    const schedule = (vector.changes ?? []).reduce(changed, scheduleOf(vector));
    const due = Object.keys(vector.due).map((index) => [
      index,
      billingDate(schedule, Number(index)).toISOString(),
    ]);
    expect(Object.fromEntries(due)).toEqual(
      Object.fromEntries(Object.entries(vector.due).map(([k, iso]) => [k, at(iso).toISOString()])),
    );
    for (const { after, cycle } of vector.next ?? []) {
      expect(nextBillingAfter(schedule, at(after)).index).toBe(cycle);
    }
    for (const held of vector.holds ?? []) {
      expect(cycleContaining(schedule, at(held.at))?.index ?? null).toBe(held.cycle);
    }
  });

  test("there are vectors enough, no two with the same title", () => {
    expect(new Set(vectors.map((vector) => vector.title)).size).toBe(vectors.length);
    expect(vectors.length).toBeGreaterThanOrEqual(80);
  });
});
