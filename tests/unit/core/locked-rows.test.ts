import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Two transactions that lock the same rows in different orders can wait for each other.

const domain = globSync("app/domain/**/*.ts").map((path) => ({
  path,
  text: readFileSync(path, "utf8"),
}));

/** A customer's row is locked after the store's write lock, which an event takes at the end. */
const LOCK_CUSTOMERS = [
  "app/domain/customer-merges/merge-customers.ts",
  "app/domain/customers/lock-customer.ts",
];

test("a customer's row is locked by the modules that take the store's write lock before it", () => {
  const locking = domain.filter(({ text }) =>
    /FROM customers\b[^`]*\bFOR (NO KEY )?UPDATE/.test(text),
  );
  expect(locking.map(({ path }) => path).sort()).toEqual(LOCK_CUSTOMERS);
});

test("subscriptions are locked one by one, or in the order of their contracts' numbers", () => {
  const locks = domain.flatMap(({ path, text }) =>
    [...text.matchAll(/FROM subscriptions\b([^`]*?)\s+FOR (?:NO KEY )?UPDATE/g)].map(([, of]) => ({
      path,
      of: of?.replace(/\s+/g, " ") ?? "",
    })),
  );
  expect(locks.length).toBeGreaterThan(8);
  const unordered = locks.filter(
    ({ of }) => !(/ AND id = \$\{[\w.]+\}$/.test(of) || / ORDER BY platform_contract_id$/.test(of)),
  );
  expect(unordered).toEqual([]);
});
