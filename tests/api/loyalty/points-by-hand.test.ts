import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adjustPoints } from "#app/domain/loyalty/points/adjust-points.ts";
import { getPointsCustomer } from "#app/domain/loyalty/points/get-points-customer.ts";
import { listPointsCustomers } from "#app/domain/loyalty/points/list-points-customers.ts";
import { listPointsHistory } from "#app/domain/loyalty/points/list-points-history.ts";
import { saveLoyaltySettings } from "#app/domain/loyalty/program/loyalty-settings.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
});

const adjust = async (id: bigint, points: string, key: string = crypto.randomUUID()) =>
  adjustPoints(await shop.context(), id, { points, reason: "By hand", key });
const oneCustomer = async () => {
  const [id] = await createCustomers(await shop.context(), 1);
  return id as bigint;
};
const list = async (search: string, page = 1, pageSize = 25) =>
  listPointsCustomers(await shop.context(), search, page, pageSize);

describe("an adjustment of points", () => {
  test("adds and deducts with its reason, at most what there is, and once for each key", async () => {
    const id = await oneCustomer();
    const key = crypto.randomUUID();
    await Promise.all([adjust(id, "100", key), adjust(id, "100", key), adjust(id, "100", key)]);
    expect((await adjust(id, "-30")).account.availableMinor).toBe(70);
    expect((await adjust(id, "-500")).amountMinor).toBe(-70);
    await expect(adjust(id, "-1")).rejects.toMatchObject({ code: "balance_empty" });
    const { entries } = await listPointsHistory(await shop.context(), id, null, 25);
    expect(entries.map(({ points, message, totalAfter }) => [points, message, totalAfter])).toEqual(
      [
        [-70, "By hand", 0],
        [-30, "By hand", 70],
        [100, "By hand", 100],
      ],
    );
  });

  test("that was changed after it had been sent is not applied twice", async () => {
    const id = await oneCustomer();
    const key = crypto.randomUUID();
    await adjust(id, "100", key);
    await expect(adjust(id, "200", key)).rejects.toMatchObject({ code: "idempotency_conflict" });
  });

  test("expires as earned points would", async () => {
    const context = await shop.context();
    const input = { returnDays: 14, expiryMonths: 1 };
    await saveLoyaltySettings(context, { version: "new", input });
    const id = await oneCustomer();
    await adjust(id, "100");
    const { account } = await getPointsCustomer(context, id);
    expect(account.nextExpiry?.amountMinor).toBe(100);
  });

  test.each([
    ["", "points"],
    ["1.5", "points"],
    ["0", "points"],
    ["99999999", "points"],
  ])("of %o points is refused for the field", async (points, field) => {
    const id = await oneCustomer();
    await expect(adjust(id, points)).rejects.toMatchObject({
      code: "invalid_input",
      fields: { [field]: [expect.any(String)] },
    });
  });

  test("needs a reason, and a customer of the store", async () => {
    const id = await oneCustomer();
    const context = await shop.context();
    const key = crypto.randomUUID();
    await expect(
      adjustPoints(context, id, { points: "1", reason: " ", key }),
    ).rejects.toMatchObject({ fields: { reason: [expect.any(String)] } });
    const stranger = await (await testApp.createShop()).context();
    await expect(
      adjustPoints(stranger, id, { points: "1", reason: "x", key }),
    ).rejects.toMatchObject({ code: "not_found" });
    await expect(getPointsCustomer(stranger, id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the list of customers with points", () => {
  test("has those who have had points, and by a search anybody of the store", async () => {
    const [first, second, third] = (await createCustomers(await shop.context(), 3)) as [
      bigint,
      bigint,
      bigint,
    ];
    await adjust(first, "5");
    await adjust(second, "50");
    const all = await list("");
    expect(all.customers.map(({ id, available }) => [id, available])).toEqual([
      [second, 50],
      [first, 5],
    ]);
    const found = await list("test customer");
    expect(found.customers.map(({ id }) => id)).toEqual([second, first, third]);
    const number = String(found.customers.at(-1)?.platformCustomerId);
    expect((await list(number)).customers.map(({ id }) => id)).toEqual([third]);
    expect((await list("nobody at all")).customers).toEqual([]);
  });

  test("goes page by page, and says when there is more", async () => {
    for (const id of await createCustomers(await shop.context(), 3)) await adjust(id, "1");
    const pages = [await list("", 1, 2), await list("", 2, 2)];
    expect(pages.map(({ customers, hasMore }) => [customers.length, hasMore])).toEqual([
      [2, true],
      [1, false],
    ]);
  });
});

test("a customer's page says how far they are with the rules that count up to something", async () => {
  await makeRule(shop, {
    ...{ name: "Goal", type: "goal_spend", settings: { goal_amount: 200, period: "lifetime" } },
    reward: { reward_type: "points", points: 10 },
  });
  const customer = await loyalCustomer(shop);
  await customer.order("119.00");
  const { progress } = await getPointsCustomer(await shop.context(), await customer.id());
  expect(progress).toMatchObject([
    { name: "Goal", type: "goal_spend", current: 100, required: 200 },
  ]);
});
