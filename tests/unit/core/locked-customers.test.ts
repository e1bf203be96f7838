import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// A customer's row is locked after the store's write lock. Whoever locks it alone, and records an event at the end, can deadlock with
// whoever brings in customers.

const LOCKING = [
  "app/domain/customer-merges/merge-customers.ts",
  "app/domain/customers/lock-customer.ts",
];

test("a customer's row is locked by the modules that take the store's write lock before it", () => {
  const locking = globSync("app/domain/**/*.ts").filter((path) =>
    /FROM customers\b[^`]*\bFOR (NO KEY )?UPDATE/.test(readFileSync(path, "utf8")),
  );
  expect(locking.sort()).toEqual(LOCKING);
});
