import { describe, expect, test } from "vitest";
import type { Ladder, Tier } from "#app/domain/loyalty/tiers/ladder.ts";
import { countTiers, type TierFact, tierBefore } from "#app/domain/loyalty/tiers/tier-history.ts";
import { fc } from "#tests/support/property.ts";

const zone = "Europe/Berlin";
const tier = (id: number, threshold: number, more: Partial<Tier> = {}): Tier => ({
  ...{ id, name: `Tier ${id}`, threshold, multiplier: 100, perks: "", entryReward: null },
  ...more,
});
const ladder = (tiers: Tier[], more: Partial<Ladder> = {}): Ladder => ({
  ...{ version: 1, since: new Date("2026-01-01T00:00:00Z"), basis: "spend", tiers },
  ...more,
});
const spent = (at: string, spend: number): TierFact => ({
  ...{ at: new Date(at), spend, points: 0, orders: 1 },
});
const silverAndGold = [ladder([tier(1, 100_00), tier(2, 500_00)])];

function history(
  facts: TierFact[],
  now: string,
  ladders: readonly Ladder[] = silverAndGold,
): { steps: string[]; reviewAt: string | undefined; amount: number } {
  const counted = countTiers(ladders, facts, { zone, now: new Date(now) });
  return {
    steps: counted.changes.map(({ at, tierId }) => `${at.toISOString().slice(0, 10)} ${tierId}`),
    reviewAt: counted.reviewAt?.toISOString().slice(0, 10),
    amount: counted.amount,
  };
}

describe("a customer's tier", () => {
  test("rises at once when the threshold is reached, over several tiers too", () => {
    const facts = [spent("2026-02-01T10:00:00Z", 99_99), spent("2026-02-02T10:00:00Z", 1)];
    expect(history(facts, "2026-03-01T00:00:00Z")).toEqual({
      steps: ["2026-02-02 1"],
      reviewAt: "2027-02-02",
      amount: 100_00,
    });
    expect(history([spent("2026-02-01T10:00:00Z", 900_00)], "2026-03-01T00:00:00Z").steps).toEqual([
      "2026-02-01 2",
    ]);
  });

  test("is the one into which the merchant puts them, until the review, and never a lower one", () => {
    const placed = (at: string, placedIn: number): TierFact => ({
      ...{ at: new Date(at), points: 0, spend: 0, orders: 0, placedIn },
    });
    const gold = placed("2026-02-01T10:00:00Z", 2);
    const lower = placed("2026-03-01T10:00:00Z", 1);
    const unknown = placed("2026-03-02T10:00:00Z", 9);
    expect(history([lower, unknown, gold], "2026-12-01T00:00:00Z")).toEqual({
      ...{ steps: ["2026-02-01 2"], reviewAt: "2027-02-01", amount: 0 },
    });
    const order = spent("2026-10-01T10:00:00Z", 120_00);
    expect(history([gold, order], "2027-02-02T00:00:00Z").steps).toEqual([
      ...["2026-02-01 2", "2027-02-01 1"],
    ]);
    const early = placed("2025-02-01T10:00:00Z", 2);
    expect(history([early], "2026-12-01T00:00:00Z").steps).toEqual([]);
  });

  test("stays for a year whatever leaves the sum, and is then what the year before the review reaches", () => {
    const facts = [
      spent("2026-02-01T10:00:00Z", 500_00),
      spent("2026-11-01T10:00:00Z", 120_00),
      spent("2027-10-01T10:00:00Z", 120_00),
    ];
    expect(history(facts, "2027-01-31T00:00:00Z").steps).toEqual(["2026-02-01 2"]);
    expect(history(facts, "2027-02-02T00:00:00Z").steps).toEqual(["2026-02-01 2", "2027-02-01 1"]);
    expect(history(facts, "2028-02-02T00:00:00Z")).toMatchObject({
      steps: ["2026-02-01 2", "2027-02-01 1"],
      reviewAt: "2029-02-01",
    });
    expect(history(facts, "2029-02-02T00:00:00Z")).toEqual({
      steps: ["2026-02-01 2", "2027-02-01 1", "2029-02-01 null"],
      reviewAt: undefined,
      amount: 0,
    });
  });

  test("counts what was done before the tiers were made, from the day on which they are", () => {
    const ladders = [ladder([tier(1, 100_00)], { since: new Date("2026-06-01T00:00:00Z") })];
    const facts = [spent("2026-02-01T10:00:00Z", 100_00)];
    expect(history(facts, "2026-05-31T00:00:00Z", ladders).steps).toEqual([]);
    expect(history(facts, "2026-06-02T00:00:00Z", ladders)).toMatchObject({
      steps: ["2026-06-01 1"],
      reviewAt: "2027-06-01",
    });
  });

  test("that was reached on 29 February is reviewed on that day again in the next leap year", () => {
    const spending = [2028, 2028.5, 2029.5, 2030.5, 2031.5].map((year) => {
      const half = year % 1 ? "08-01" : "02-29";
      return spent(`${Math.floor(year)}-${half}T10:00:00Z`, 100_00);
    });
    const reviews = [2029, 2030, 2031, 2032].map(
      (year) => history(spending, `${year - 1}-12-01T00:00:00Z`).reviewAt,
    );
    expect(reviews).toEqual(["2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]);
  });

  test("is not lost by a higher threshold before its review, and is by its removal", () => {
    const later = (tiers: Tier[]) => [
      ...silverAndGold,
      ladder(tiers, { version: 2, since: new Date("2026-06-01T00:00:00Z") }),
    ];
    const facts = [spent("2026-02-01T10:00:00Z", 500_00)];
    expect(
      history(facts, "2026-07-01T00:00:00Z", later([tier(1, 100_00), tier(2, 900_00)])).steps,
    ).toEqual(["2026-02-01 2"]);
    expect(history(facts, "2026-07-01T00:00:00Z", later([tier(1, 100_00)])).steps).toEqual([
      "2026-02-01 2",
      "2026-06-01 1",
    ]);
    expect(history(facts, "2026-07-01T00:00:00Z", later([])).steps).toEqual([
      "2026-02-01 2",
      "2026-06-01 null",
    ]);
  });

  test("that an order reaches does not yet multiply what that order gives", () => {
    const facts = [spent("2026-02-01T10:00:00Z", 500_00)];
    const counted = countTiers(silverAndGold, facts, { zone, now: new Date("2026-03-01") });
    expect(tierBefore(counted, silverAndGold, new Date("2026-02-01T10:00:00Z"))).toBeNull();
    expect(tierBefore(counted, silverAndGold, new Date("2026-02-01T10:00:01Z"))?.id).toBe(2);
  });

  test("is one that the year before its beginning reached, at any time and by any history", () => {
    const day = fc.integer({ min: 0, max: 1500 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ day, spend: fc.integer({ min: 0, max: 400_00 }) }), { maxLength: 40 }),
        day,
        (given, until) => {
          const at = (days: number) => new Date(Date.UTC(2026, 0, 1, 12) + days * 86_400_000);
          const facts = [...given]
            .sort((one, other) => one.day - other.day)
            .map(({ day: days, spend }) => ({ at: at(days), spend, points: 0, orders: 1 }));
          const { changes } = countTiers(silverAndGold, facts, { zone, now: at(until) });
          for (const change of changes) {
            // Some hours more than a year, for the zone's clock changes.
            const from = change.at.getTime() - 366.1 * 86_400_000;
            const sum = facts
              .filter((fact) => fact.at <= change.at && fact.at.getTime() >= from)
              .reduce((total, { spend }) => total + spend, 0);
            const least = silverAndGold[0]?.tiers.find(({ id }) => id === change.tierId)?.threshold;
            expect(sum).toBeGreaterThanOrEqual(least ?? 0);
          }
        },
      ),
    );
  });
});
