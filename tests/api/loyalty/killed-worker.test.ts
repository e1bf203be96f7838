import { afterAll, beforeAll, expect, test } from "vitest";
import { createRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { askPlatform } from "#tests/support/ask-platform.ts";
import { type OwnProcesses, startOwnProcesses } from "#tests/support/own-processes.ts";
import {
  createOwnStore,
  inOwnStore,
  installOwnStore,
  type OwnStore,
} from "#tests/support/own-store.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The worker is killed while it waits for the platform's answer about a code: the reward is given, and whether there is a code the
// app does not know.

const MUTATION = "discountCodeFreeShippingCreate";

let processes: OwnProcesses;

beforeAll(async () => {
  processes = await startOwnProcesses();
});
afterAll(() => processes.stop());

test.each([
  ["after the platform had made the code", "after-effect", 1],
  ["before the platform had made it", "before-effect", 0],
])("a worker that is killed %s leaves one reward with one code", async (_, after, codesThen) => {
  const shop = await createOwnStore(processes);
  const { cid } = (await shop.control("customers", { first_name: "Ann" })).body;
  await installOwnStore(shop, processes);
  const count = async (what: string) =>
    Number(
      (
        await processes.query(
          `SELECT count(*) FROM ${what} AND shop_id = (SELECT id FROM shops WHERE domain = '${shop.domain}')`,
        )
      )[0]?.count,
    );
  await expect.poll(() => count("customers WHERE true"), { timeout: 60_000 }).toBe(1);
  await makeRuleOf(shop);
  await shop.control("fail-next", { status: "timeout", count: 1_000, after, operation: MUTATION });
  await shop.control("orders/plain", { cid, total: "119.00" });
  await expect.poll(asking, { timeout: 60_000, interval: 20 }).toBe(1);
  await expect.poll(() => codes(shop), { timeout: 60_000 }).toHaveLength(codesThen);
  await processes.kill("worker");
  expect(await count("loyalty_coupons WHERE discount_gid IS NULL")).toBe(1);
  await shop.control("clear-faults");
  await expect
    .poll(() => count("loyalty_coupons WHERE discount_gid IS NOT NULL"), { timeout: 120_000 })
    .toBe(1);
  expect(await count("loyalty_rewards WHERE true")).toBe(1);
  expect(await count("loyalty_coupons WHERE true")).toBe(1);
  const [coupon] = await processes.query(
    `SELECT code FROM loyalty_coupons WHERE shop_id = (SELECT id FROM shops WHERE domain = '${shop.domain}')`,
  );
  expect(await codes(shop)).toEqual([coupon?.code]);
});

function makeRuleOf(store: OwnStore) {
  return inOwnStore(store, processes, (context) =>
    createRule(context, {
      ...{ type: "goal_spend", name: "Goal", status: "active", startDate: "2020-01-01" },
      ...{ settings: { goal_amount: 50 }, reward: { reward_type: "free_shipping" } },
    }),
  );
}

/** How many workers ask the platform for a code. */
async function asking(): Promise<number> {
  const rows = await processes.query(
    `SELECT 1 FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = 'publish-coupon' AND j.locked_at IS NOT NULL`,
  );
  return rows.length;
}

/** The texts of all codes of the store, by the platform's own record. */
async function codes(shop: OwnStore): Promise<string[]> {
  const { codeDiscountNodes } = await askPlatform(
    shop as TestShop,
    `{ codeDiscountNodes(first: 10) { nodes { codeDiscount {
      ... on DiscountCodeFreeShipping { codes(first: 1) { nodes { code } } } } } } }`,
  );
  return codeDiscountNodes.nodes.map(
    ({ codeDiscount }: { codeDiscount: { codes: { nodes: { code: string }[] } } }) =>
      codeDiscount.codes.nodes[0]?.code,
  );
}
