import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { settleLoyalty } from "#app/domain/loyalty/settle/settle-loyalty.ts";
import { countTransactions } from "#tests/support/count-transactions.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

const CUSTOMERS = 25;

let testApp: TestApp;
let shop: TestShop;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  context = await shop.context();
});

/** Customers of whom each third has written a review, each second follows us, and who were all counted by nobody yet. */
async function busyCustomers(): Promise<bigint[]> {
  const points = (number: number) => ({ reward_type: "points", points: number });
  await makeRule(shop, {
    ...{ type: "reviews", settings: { required_reviews: 1 }, reward: points(10) },
  });
  await makeRule(shop, {
    ...{ type: "create_account", settings: {} },
    reward: { reward_type: "store_credit", credit_amount: 5 },
  });
  await shop.quiet();
  const ids = await createCustomers(context, CUSTOMERS);
  const happenedAt = context.clock.now();
  await context.db.prisma.loyaltyFact.createMany({
    data: ids.flatMap((customerId, at) =>
      [
        ...(at % 3 === 0 ? [{ kind: "review", key: "one" }] : []),
        ...(at % 2 === 0 ? [{ kind: "account", key: "once" }] : []),
      ].map((fact) => ({ ...fact, shopId: context.shop.id, customerId, happenedAt })),
    ),
  });
  return ids;
}

/** What customers have, in the order of their places. */
async function holdings(ids: readonly bigint[]) {
  const accounts = await context.db.prisma.creditAccount.findMany({
    where: { shopId: context.shop.id, customerId: { in: [...ids] }, issuedMinor: { gt: 0 } },
  });
  return accounts
    .map(({ customerId, unit, availableMinor }) => ({
      ...{ place: ids.indexOf(customerId), unit, available: Number(availableMinor) },
    }))
    .sort((one, other) => one.place - other.place || (one.unit < other.unit ? -1 : 1));
}

const wanted = Array.from({ length: CUSTOMERS }, (_, place) => [
  ...(place % 2 === 0 ? [{ place, unit: "money", available: 500 }] : []),
  ...(place % 3 === 0 ? [{ place, unit: "points", available: 10 }] : []),
]).flat();

test("customers who are counted together get what is theirs, twenty in a transaction and told once", async () => {
  const ids = await busyCustomers();
  const { context: counting, counts } = countTransactions(context);
  await settleLoyalty(counting, ids);
  expect(await holdings(ids)).toEqual(wanted);
  // How far each has come is written of all of them.
  expect(counts.transactions).toBe(Math.ceil(CUSTOMERS / 20));
  const where = { shopId: context.shop.id, kind: "member.loyalty_changed" };
  expect(await context.db.prisma.event.count({ where })).toBe(counts.transactions);

  await settleLoyalty(counting, ids);
  expect(counts.transactions).toBe(Math.ceil(CUSTOMERS / 20));
});

test("customers who are counted from both ends and one by one at once get each reward once", async () => {
  const ids = await busyCustomers();
  await Promise.all([
    settleLoyalty(context, ids),
    settleLoyalty(context, ids.toReversed()),
    ...ids.map((id) => settleLoyalty(context, [id])),
  ]);
  expect(await holdings(ids)).toEqual(wanted);
});
