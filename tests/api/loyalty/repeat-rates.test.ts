import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { redeemPoints } from "#app/domain/loyalty/point-rewards/redeem-points.ts";
import { createPointReward } from "#app/domain/loyalty/point-rewards/save-point-reward.ts";
import { adjustPoints } from "#app/domain/loyalty/points/adjust-points.ts";
import { readRepeatRates } from "#app/domain/loyalty/program/read-repeat-rates.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
});

const rates = async () => readRepeatRates(await shop.context());
const NOBODY = { customers: 0, repeated: 0 };

async function pass(days: number) {
  await shop.control("clock", { advance: `P${days}D` });
  await shop.quiet();
}

/** Someone without a subscription: nothing renews. */
async function shopper(): Promise<LoyalCustomer> {
  const { body } = await shop.control("customers", {});
  await shop.quiet();
  return loyalCustomer(shop, body.cid);
}

/** They are given enough points, and choose credit for them. */
async function redeem(customer: LoyalCustomer, pointRewardId: bigint) {
  const context = await shop.context();
  const customerId = await customer.id();
  const points = { points: "100", reason: "Gift", key: crypto.randomUUID() };
  await adjustPoints(context, customerId, points);
  await redeemPoints(context, { customerId, pointRewardId, key: "once" });
}

test("who redeemed and came back within 90 days is told from who could have, and only once the 90 days are over", async () => {
  await makeRule(shop, { type: "points_for_purchases", settings: { points_per_dollar: 1 } });
  const { id } = await createPointReward(await shop.context(), {
    ...{ name: "5 off", points: 100, isActive: true },
    reward: { reward_type: "store_credit", credit_amount: 5 },
  });
  const [back, gone, idle, late] = [
    await shopper(),
    await shopper(),
    await shopper(),
    await shopper(),
  ];
  for (const one of [back, gone, idle, late]) await one.order("119.00");
  await redeem(back, id);
  await redeem(gone, id);
  await pass(40);
  await back.order("119.00");
  await idle.order("119.00");
  expect(await rates()).toEqual({ redeemed: NOBODY, couldHave: NOBODY });
  await pass(51);
  await late.order("119.00");
  expect(await rates()).toEqual({
    redeemed: { customers: 2, repeated: 1 },
    couldHave: { customers: 2, repeated: 1 },
  });
  const stranger = await (await testApp.createShop()).context();
  expect(await readRepeatRates(stranger)).toEqual({ redeemed: NOBODY, couldHave: NOBODY });
});

test("an order with a coupon redeems it; the order itself is not the one that comes back, and a canceled one is none", async () => {
  shop = await testApp.createShop({ seed: "goods" });
  const reward = { reward_type: "discount", discount_type: "fixed_amount", discount_amount: 1 };
  await makeRule(shop, { type: "goal_spend", settings: { goal_amount: 90 }, reward });
  const customer = await shopper();
  await customer.order("119.00");
  const { db, shop: row } = await shop.context();
  const { code } = await db.prisma.loyaltyCoupon.findFirstOrThrow({
    where: { shopId: row.id, customerId: await customer.id() },
  });
  await pass(1);
  const { status, body } = await shop.control("orders", {
    ...{ cid: customer.cid, discount_codes: [code] },
    lines: [{ variant_id: 7502, quantity: 1 }],
  });
  expect(status, JSON.stringify(body)).toBe(200);
  await shop.quiet();
  await pass(5);
  const canceled = await customer.order("11.90");
  await shop.control(`orders/${canceled}/cancel`);
  await shop.quiet();
  await pass(91);
  expect((await rates()).redeemed).toEqual({ customers: 1, repeated: 0 });
});

test("the rewards and orders of other times are not looked at, however many there are", async () => {
  const context = await shop.context();
  const customer = await shopper();
  const ids = [String(context.shop.id), String(await customer.id())];
  await context.db.pool.query(
    `INSERT INTO loyalty_rewards (shop_id, customer_id, rule_version, completion, completed_at, reward, given, updated_at)
     SELECT $1, $2, 1, n::text, now() - interval '3 years' - n * interval '1 minute', '{"reward_type": "points"}', 10, now()
     FROM generate_series(1, 30000) n`,
    ids,
  );
  await context.db.pool.query(
    `INSERT INTO orders (shop_id, customer_id, platform_order_id, name, processed_at, is_test, is_renewal, financial_status,
       currency, total_minor, subtotal_minor, tax_minor, discount_minor, delivery_minor, presentment_currency,
       presentment_total_minor, gateways, discount_codes, lines, transactions, facts_hash, platform_created_at,
       platform_updated_at, created_at, updated_at)
     SELECT $1, $2, 900000 + n, '#' || n, now() - interval '3 years' - n * interval '1 minute', false, false, 'paid', 'EUR',
       100, 100, 0, 0, 0, 'EUR', 100, '{}', '[]', '[]', '[]', n::text, now(), now(), now(), now()
     FROM generate_series(1, 30000) n`,
    ids,
  );
  await context.db.pool.query("ANALYZE loyalty_rewards, orders");
  const client = await context.db.processPool.connect();
  try {
    // As the page itself asks, in a transaction that counts what it reads.
    await client.query("BEGIN");
    // Beside what is read from here on, the connection tells what it has not reported yet of earlier transactions.
    const rowsRead = async () =>
      (
        await client.query<{ name: string; read: number }>(
          `SELECT relname::text AS name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS read
           FROM pg_stat_xact_user_tables WHERE relname IN ('loyalty_rewards', 'orders') ORDER BY relname`,
        )
      ).rows;
    const before = await rowsRead();
    const db = { ...context.db, pool: client } as unknown as typeof context.db;
    expect(await readRepeatRates({ ...context, db })).toEqual({
      redeemed: NOBODY,
      couldHave: NOBODY,
    });
    const rows = await rowsRead();
    expect(rows).toHaveLength(2);
    for (const { name, read } of rows) {
      const earlier = before.find((one) => one.name === name)?.read ?? 0;
      expect(read - earlier, name).toBeLessThan(1_000);
    }
    await client.query("ROLLBACK");
  } finally {
    client.release();
  }
});
