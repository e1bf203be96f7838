import { afterAll, beforeAll, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { readRows } from "#app/domain/data-export/rows/read-rows.ts";
import { seedCreditEntries } from "#tests/support/seed-credit-entries.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

const ROWS = 300;

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
});
afterAll(() => testApp.close());

async function storeWithRows(firstCid: number): Promise<ShopContext> {
  const shop = await testApp.createShop();
  const context = await shop.context();
  const seed = { shopId: context.shop.id, customers: 10, each: ROWS / 10, firstCid };
  await seedCreditEntries(context.db, seed);
  const query = { since_id: String(ROWS - 1) };
  const readLast = () => shop.proxy("/data/store-credits", { key: shop.key, query });
  await expect.poll(async () => (await readLast()).body.data.length).toBe(1);
  return context;
}

/** @returns how many rows there are. */
async function readAll(context: ShopContext): Promise<number> {
  const rows = readRows(context, { name: "store-credits", generation: 1, after: 0 }, 10_000);
  for (;;) {
    const { done, value } = await rows.next();
    if (done) return value.count;
  }
}

test("the exports of a store that uses all its connections hold up no export of another", async () => {
  const busy = await storeWithRows(10_000_000);
  const other = await storeWithRows(20_000_000);
  const share = Math.floor((busy.db.pool.options.max ?? 0) / 3);
  const taken = await Promise.all(Array.from({ length: share }, () => busy.db.pool.connect()));
  const waiting = Promise.all([1, 2, 3, 4].map(() => readAll(busy)));
  expect(await Promise.all([readAll(other), readAll(other)])).toEqual([ROWS, ROWS]);
  expect(await Promise.race([waiting, "waiting"])).toBe("waiting");
  for (const client of taken) client.release();
  expect(await waiting).toEqual([ROWS, ROWS, ROWS, ROWS]);
});
