import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// The platform is given a date of a charge as `TakenDate` alone. Whoever calls a date that without having asked could leave a contract
// with a date on which it is never charged.

const ASKING = [
  "app/domain/billing/changes/ask-taken.ts",
  "app/domain/subscriptions/charges/taken-date.ts",
];

test("a date that the platform takes a charge on comes from the two modules that ask it", () => {
  const naming = globSync("app/**/*.{ts,tsx}")
    .filter((path) => !path.startsWith("app/generated/"))
    .filter((path) => /\bas TakenDate\b/.test(readFileSync(path, "utf8")));
  expect(naming.sort()).toEqual(ASKING);
});

test("a cycle is written down by the one function that keeps its end", () => {
  const creates =
    /\bbillingCycle\.(create|createMany|createManyAndReturn|upsert)\(|\binsertRows\(\s*\w+,\s*"BillingCycle"/;
  const creating = globSync("app/domain/**/*.ts").filter((path) =>
    creates.test(readFileSync(path, "utf8")),
  );
  expect(creating).toEqual(["app/domain/billing/cycles/write-cycle.ts"]);
});
