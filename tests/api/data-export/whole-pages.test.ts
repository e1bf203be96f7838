import { afterAll, beforeAll, expect, test } from "vitest";
import { buildExports } from "#app/domain/data-export/rows/build-exports.ts";
import { seedCreditEntries } from "#tests/support/seed-credit-entries.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

const ROWS = 10_300;

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
  shop = await testApp.createShop();
  const context = await shop.context();
  const seed = { shopId: context.shop.id, customers: 100, each: ROWS / 100, firstCid: 10_000_000 };
  await seedCreditEntries(context.db, seed);
  // No event tells of these entries, and a build may have begun before they were there.
  await buildExports(context, undefined, { again: true });
}, 120_000);
afterAll(() => testApp.close());

const read = async (query: Record<string, string>) =>
  (await shop.proxy("/data/store-credits", { key: shop.key, query })).body;

test("a page has ten thousand rows where there are more, each once, and the next one has the rest", async () => {
  const first = await read({});
  expect(first.data).toHaveLength(10_000);
  expect(first.meta).toMatchObject({ has_more: true, last_id: 10_000 });
  const second = await read({ since_id: "10000" });
  expect(second.data).toHaveLength(ROWS - 10_000);
  expect(second.meta).toMatchObject({ has_more: false, last_id: ROWS });
  const byCustomer = Map.groupBy(
    [...first.data, ...second.data],
    ({ platform_customer_gid }: { platform_customer_gid: string }) => platform_customer_gid,
  );
  expect(new Set([...byCustomer.values()].map(({ length }) => length))).toEqual(new Set([103]));
});
