import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Whoever adds months to a date that a short month has moved takes 28 February for the origin, and stays on the 28th.

/** What counts from an instant that is itself the origin, or asks for no date. */
const FROM_AN_ORIGIN = [
  "app/domain/billing/cycles/read-calendar.ts",
  "app/domain/billing/dates/schedule.ts",
  "app/domain/billing/dates/start-trial.ts",
  "app/domain/billing/past-charges/count-past-cycles.ts",
  "app/domain/ledger/reports/credit-periods.ts",
  "app/domain/loyalty/tiers/tier-history.ts",
  "app/domain/subscriptions/pauses/pause-plan.ts",
  "app/routes/admin/settings/settings-action.ts",
];

test("the dates of subscriptions are counted by the one module that knows the day which they keep", () => {
  const importing = globSync("app/**/*.{ts,tsx}")
    .filter((path) => !path.startsWith("app/generated/"))
    .filter((path) => {
      const [, names = ""] =
        /import \{([^}]*)\} from "#app\/lib\/zoned-time\.ts"/.exec(readFileSync(path, "utf8")) ??
        [];
      return /\baddIntervals?\b/.test(names);
    });
  expect(importing.sort()).toEqual(FROM_AN_ORIGIN);
});
