import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// An input policy replaces the whole policy. Whoever writes one beside these files would make one interval of a prepaid contract's
// two, and take fixed days away.

/** What changes a contract, what makes one, and what writes a plan. */
const WRITERS = [
  "app/platform/shopify/contracts/create-contract.ts",
  "app/platform/shopify/contracts/write-policies.ts",
  "app/platform/shopify/plans/write-plan-groups.ts",
];

test("how a contract is charged and delivered is written by one module for each way in", () => {
  const writing = globSync("app/**/*.{ts,tsx}")
    .filter((path) => !path.startsWith("app/generated/") && !path.endsWith(".generated.ts"))
    .filter((path) =>
      /\bdeliveryPolicy: ?\{|\bdeliveryPolicy: policy\(/.test(readFileSync(path, "utf8")),
    );
  expect(writing.sort()).toEqual(WRITERS);
});
