import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { planChargesJob, purgeExpiredRowsJob } from "#app/jobs/clock-jobs.ts";
import { refuseRows, takeRowsAgain } from "#tests/support/refuse-rows.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What the clock does for all stores reaches those that come after one for which it fails.

let testApp: TestApp;
let failing: TestShop;
let behind: TestShop;
let refused: string[] = [];

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
  failing = await testApp.createShop();
  behind = await testApp.createShop();
});
afterAll(() => testApp.close());
afterEach(async () => {
  for (const table of refused) await takeRowsAgain(testApp.app.db.pool, table);
  refused = [];
});

/** Whatever is done to the rows of one store fails. */
async function refuse(what: "INSERT" | "DELETE", table: string): Promise<void> {
  const row = what === "INSERT" ? "NEW" : "OLD";
  const condition = `${row}.shop_id = ${await idOf(failing)}`;
  await refuseRows(testApp.app.db.pool, what, table, condition);
  refused.push(table);
}

async function idOf(shop: TestShop): Promise<bigint> {
  return (await shop.context()).shop.id;
}

test("the charges of a store are planned although another store's cannot be", async () => {
  const { prisma } = testApp.app.db;
  for (const shop of [failing, behind]) {
    const { contractId } = await shop.createContract({ price: "15.00" });
    await shop.quiet();
    const where = { shopId: await idOf(shop), platformContractId: BigInt(contractId) };
    await prisma.subscription.updateMany({ where, data: { nextBillingAt: new Date() } });
    await prisma.dueTask.deleteMany({ where: { shopId: await idOf(shop) } });
  }
  await refuse("INSERT", "due_tasks");
  await expect(planChargesJob.run(testApp.app)).rejects.toThrow("refused");
  const planned = await prisma.dueTask.findMany({ where: { kind: "bill-subscription" } });
  expect(new Set(planned.map(({ shopId }) => shopId))).toEqual(new Set([await idOf(behind)]));
});

test("a store's old rows are removed, and all other chores are done, although another store's rows cannot be", async () => {
  const { pool } = testApp.app.db;
  const longAgo = new Date("2020-01-01");
  for (const shop of [failing, behind]) {
    await pool.query(
      `INSERT INTO due_tasks (shop_id, kind, key, payload, due_at, done_at) VALUES ($1, 'expire-credit', 'old', '{}', $2, $2)`,
      [String(await idOf(shop)), longAgo],
    );
    await pool.query(
      `INSERT INTO webhook_receipts (shop_id, webhook_id, topic, received_at) VALUES ($1, 'old', 'orders/create', $2)`,
      [String(await idOf(shop)), longAgo],
    );
  }
  await refuse("DELETE", "webhook_receipts");
  await expect(purgeExpiredRowsJob.run(testApp.app)).rejects.toThrow("refused");
  const { rows } = await pool.query(
    "SELECT shop_id FROM webhook_receipts WHERE webhook_id = 'old'",
  );
  expect(rows).toEqual([{ shop_id: String(await idOf(failing)) }]);
  const tasks = await pool.query("SELECT shop_id FROM due_tasks WHERE key = 'old'");
  expect(tasks.rows).toEqual([]);
});
