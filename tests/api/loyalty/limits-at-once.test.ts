import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { settleLoyalty } from "#app/domain/loyalty/settle/settle-loyalty.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { countAgain, type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

const AT_ONCE = 64;

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
});

const reviews = (limits: object = {}) =>
  makeRule(shop, {
    ...{ type: "reviews", settings: { required_reviews: 1 }, limits },
    reward: { reward_type: "points", points: 10 },
  });

/** 64 reviews of as many events, reported in the same moment. */
async function reviewAtOnce(customer: LoyalCustomer): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, at) =>
      shop.core("/loyalty/actions", {
        body: { customer_id: customer.cid, action_key: "review", event_id: `review-${at}` },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await shop.quiet();
}

/** 64 customers who all wrote a review, of whom nobody was counted yet. */
async function reviewers(): Promise<bigint[]> {
  const context = await shop.context();
  const ids = await createCustomers(context, AT_ONCE);
  await context.db.prisma.loyaltyFact.createMany({
    data: ids.map((customerId) => ({
      ...{ shopId: context.shop.id, customerId, kind: "review", key: "review" },
      happenedAt: context.clock.now(),
    })),
  });
  return ids;
}

async function rewards(where: object = {}) {
  const { db, shop: row } = await shop.context();
  return db.prisma.loyaltyReward.findMany({
    where: { shopId: row.id, given: { gt: 0 }, ...where },
    orderBy: { id: "asc" },
  });
}

/** Points of all customers, by their accounts and by their entries. */
async function sums() {
  const { db, shop: row } = await shop.context();
  const where = { shopId: row.id, unit: "points" };
  const accounts = await db.prisma.creditAccount.aggregate({
    where,
    _sum: { availableMinor: true },
  });
  const entries = await db.prisma.creditEntry.aggregate({ where, _sum: { amountMinor: true } });
  return [Number(accounts._sum.availableMinor), Number(entries._sum.amountMinor)];
}

describe("64 completions of one rule at once", () => {
  test("of one customer give a reward each", async () => {
    await reviews();
    const customer = await loyalCustomer(shop);
    await reviewAtOnce(customer);
    const given = await rewards();
    expect(new Set(given.map(({ completion }) => completion)).size).toBe(AT_ONCE);
    expect(await sums()).toEqual([640, 640]);
  });

  test.each([
    [{ per_customer: 7 }, 7],
    [{ per_customer_per_day: 5 }, 5],
    [{ in_total: 9 }, 9],
    [{ per_customer: 12, per_customer_per_day: 3, in_total: 8 }, 3],
  ])("of one customer stay within %j", async (limits, most) => {
    await reviews(limits);
    await reviewAtOnce(await loyalCustomer(shop));
    expect(await rewards()).toHaveLength(most);
    expect(await sums()).toEqual([10 * most, 10 * most]);
  });

  test("of as many customers give each of them one", async () => {
    await reviews();
    const ids = await reviewers();
    const context = await shop.context();
    await Promise.all(ids.map((id) => settleLoyalty(context, [id])));
    const given = await rewards();
    expect(given.map(({ customerId }) => customerId).sort()).toEqual(ids.toSorted());
    expect(await sums()).toEqual([640, 640]);
  });

  test("of as many customers give no more than there are in total", async () => {
    await reviews({ in_total: 20 });
    const ids = await reviewers();
    const context = await shop.context();
    await Promise.all(ids.map((id) => settleLoyalty(context, [id])));
    expect(await rewards()).toHaveLength(20);
    await Promise.all(ids.map((id) => settleLoyalty(context, [id])));
    expect(await rewards()).toHaveLength(20);
    expect(await sums()).toEqual([200, 200]);
  });
});

describe("a rule that gives so many rewards to all customers together", () => {
  async function onlyOne() {
    await makeRule(shop, {
      ...{ type: "goal_spend", settings: { goal_amount: 50 }, limits: { in_total: 1 } },
      reward: { reward_type: "points", points: 10 },
    });
    return [await loyalCustomer(shop), await loyalCustomer(shop)] as const;
  }

  test("gives what came back to the next one, and not once more to who had it", async () => {
    const [first, second] = await onlyOne();
    const disputed = await first.order("119.00");
    await second.order("119.00");
    expect(await rewards()).toMatchObject([{ customerId: await first.id() }]);
    await shop.control(`orders/${disputed}/dispute`);
    await shop.quiet();
    expect(await rewards()).toEqual([]);
    await countAgain(shop, second);
    expect(await rewards()).toMatchObject([{ customerId: await second.id() }]);
    await shop.control(`orders/${disputed}/dispute`, { status: "won" });
    await shop.quiet();
    expect(await rewards()).toMatchObject([{ customerId: await second.id() }]);
  });

  test("writes nothing about a customer for whom none is left", async () => {
    const [first, second] = await onlyOne();
    await first.order("119.00");
    await second.order("119.00");
    const told = async () => {
      const { db, shop: row } = await shop.context();
      return db.prisma.event.count({ where: { shopId: row.id, kind: "member.loyalty_changed" } });
    };
    const before = await told();
    await countAgain(shop, second);
    expect(await told()).toBe(before);
  });
});
