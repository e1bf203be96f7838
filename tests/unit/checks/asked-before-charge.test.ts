import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// The platform takes a second charge of a cycle that is paid. Nothing but asking first prevents it.

const START = "app/domain/billing/attempts/start-attempt.ts";

test("charges are made in one place, which has asked how the cycle stands", () => {
  const making = globSync("app/domain/**/*.ts").filter((path) =>
    readFileSync(path, "utf8").includes(".createBillingAttempt("),
  );
  expect(making).toEqual([START]);
  const [before = ""] = readFileSync(START, "utf8").split(".createBillingAttempt(");
  expect(before).toContain("await askCycle(");
});
