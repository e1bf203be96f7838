import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runSubscriber } from "#app/domain/events/run-subscriber.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { runBulkGrant } from "#app/domain/store-credit/grants/run-bulk-grant.ts";
import { creditMetafieldsSubscriber } from "#app/domain/store-credit/storefront-sync/sync-credit-metafields.ts";
import { sweepEventsJob } from "#app/jobs/clock-jobs.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { createPlan } from "#tests/support/create-members.ts";
import { createCreditShopper } from "#tests/support/credit-shopper.ts";
import { readPublished } from "#tests/support/read-published.ts";
import { countCalls } from "#tests/support/read-state.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
  shop = await testApp.createShop({ seed: "goods" });
});
afterAll(() => testApp.close());

const published = (cid: number) => readPublished(shop, cid, "store_credit");

describe("what the storefront is given to render", () => {
  test("follows a hold, its order and its refund at once", async () => {
    const shopper = await createCreditShopper(shop, [500, 10], [2000, null]);
    const { code, kept_until } = (await shopper.hold("10.00")).body;
    await shop.quiet();
    expect(await published(shopper.cid)).toEqual({
      revision: (await shopper.look()).body.revision,
      currency: "EUR",
      currency_digits: 2,
      available_minor: 1500,
      held_minor: 1000,
      next_expiry: null,
      hold: { code, amount_minor: 1000, kept_until },
      lines: [
        {
          date: expect.any(String),
          amount_minor: -1000,
          type: 2,
          reason: null,
          on_hold: true,
          order_name: null,
        },
        {
          date: expect.any(String),
          amount_minor: 2500,
          type: 11,
          reason: null,
          on_hold: false,
          order_name: null,
        },
      ],
      as_of: expect.any(String),
    });
    const { revision } = (await shopper.look()).body;
    const order = await shopper.buy(code);
    const now = (await shopper.look()).body.revision;
    expect(now).not.toBe(revision);
    expect(await published(shopper.cid)).toMatchObject({
      revision: now,
      available_minor: 1500,
      held_minor: 0,
      hold: null,
      lines: [{ amount_minor: -1000, on_hold: false, order_name: order.name }, {}],
    });
    await shopper.refund(order);
    expect(await published(shopper.cid)).toMatchObject({
      available_minor: 2500,
      next_expiry: { amount_minor: 500, date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
  });

  test("follows at once what somebody gives by itself", async () => {
    const shopper = await createCreditShopper(shop, [500, 10]);
    await shop.core(`/store-credits/${shopper.cid}/add`, {
      body: { amount: 1, reason: "Sorry for the <late> parcel" },
    });
    await shop.quiet();
    expect((await published(shopper.cid)).lines[0].reason).toBe("Sorry for the <late> parcel");
  });

  test("follows credit that moved in any other way within a minute, all customers of a page in one call", async () => {
    const shoppers = await Promise.all(
      Array.from({ length: 30 }, () => createCreditShopper(shop, [700, null])),
    );
    // One whom the platform does not know any more.
    const [customerId = 0n] = await createCustomers(await shop.context(), 1);
    await postCredit(await shop.context(), {
      customerId,
      unit: "money",
      amountMinor: 700,
      typeCode: 11,
      message: "A present",
    });
    await sweepEventsJob.run(testApp.app);
    await shop.quiet();
    for (const { cid } of shoppers) {
      expect(await published(cid)).toMatchObject({ available_minor: 700 });
    }
    const context = await shop.context();
    const cursor = await context.db.prisma.eventCursor.findFirstOrThrow({
      where: { shopId: context.shop.id, subscriber: "credit-metafields" },
    });
    const last = await context.db.prisma.event.findFirstOrThrow({
      where: { shopId: context.shop.id },
      orderBy: { id: "desc" },
    });
    expect(cursor.lastId).toBe(last.id);
    const before = await countCalls(shop);
    await runSubscriber(context, creditMetafieldsSubscriber);
    await shop.quiet();
    expect(await countCalls(shop)).toBe(before);
  });

  test("follows a bulk grant, which records one event", async () => {
    const shoppers = await Promise.all(
      Array.from({ length: 27 }, () => createCreditShopper(shop, [100, null])),
    );
    const context = await shop.context();
    await runSubscriber(context, creditMetafieldsSubscriber);
    const { id: planId } = await createPlan(context);
    await context.db.pool.query(
      `INSERT INTO subscriptions (shop_id, platform_contract_id, customer_id, plan_id, kind, status, platform_status,
         plan_name, price_minor, currency, interval_unit, interval_count, platform_created_at, platform_updated_at)
       SELECT $1, 800000000 + id, id, $2, 'membership', 'active', 'active', 'Club', 1500, 'EUR', 'month', 1, now(), now()
       FROM customers WHERE shop_id = $1`,
      [String(context.shop.id), String(planId)],
    );
    const { rows } = await context.db.pool.query<{ id: string }>(
      `INSERT INTO credit_runs (shop_id, plan_id, source_key, unit, type_code, amount_minor, message, actor_kind, created_at)
       VALUES ($1, $2, 'news', 'money', 1, 50, 'Monthly credit', 'system', now()) RETURNING id`,
      [String(context.shop.id), String(planId)],
    );
    await runBulkGrant(context, BigInt(rows[0]?.id ?? 0));
    await runSubscriber(context, creditMetafieldsSubscriber);
    await shop.quiet();
    const told = await Promise.all(shoppers.map(({ cid }) => published(cid)));
    const members = told.filter(({ available_minor }) => available_minor === 150);
    expect(members.length).toBe(27);
  });

  test("is published later when the platform is unavailable, and no customer is skipped", async () => {
    const shopper = await createCreditShopper(shop, [900, null]);
    await shop.control("fail-next", { status: 503, count: 100, operation: "metafieldsSet" });
    await runSubscriber(await shop.context(), creditMetafieldsSubscriber);
    await shop.quiet({ mayFail: true });
    expect(await published(shopper.cid)).toBeNull();
    await shop.control("clear-faults");
    await shop.quiet();
    expect(await published(shopper.cid)).toMatchObject({ available_minor: 900 });
  });
});
