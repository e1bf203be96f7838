import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mergeCustomers } from "#app/domain/customer-merges/merge-customers.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { readCreditAccount } from "#app/domain/ledger/read-account.ts";
import { storeOrder } from "#app/domain/orders/store-order.ts";
import { reconcileShop } from "#app/domain/reconciliation/reconcile-shop.ts";
import { holdCredit } from "#app/domain/store-credit/holds/hold-credit.ts";
import { setRenewalChoice } from "#app/domain/store-credit/renewals/renewal-choice.ts";
import { isAppError } from "#app/lib/app-error.ts";
import { type CreditShopper, createCreditShopper } from "#tests/support/credit-shopper.ts";
import { deliverWebhook } from "#tests/support/deliver-webhook.ts";
import { howMany } from "#tests/support/how-many.ts";
import { fc } from "#tests/support/property.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Two customers become one on the platform: everything is the one's who stays, and nothing is made or lost.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ seed: "small" });
});
afterAll(() => testApp.close());

const ask = async (name: string, body: Record<string, unknown> = {}) => {
  const answer = await shop.control(name, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

async function merge(gone: CreditShopper, kept: CreditShopper) {
  const body = { customer_one: gone.cid, customer_two: kept.cid, keep: kept.cid };
  expect(await ask("customers/merge", body)).toMatchObject({ kept: kept.cid, deleted: gone.cid });
  await shop.quiet();
}

const rowOf = async ({ customerId }: CreditShopper) => {
  const { db, shop: row } = await shop.context();
  return db.prisma.customer.findUniqueOrThrow({
    where: { shopId_id: { shopId: row.id, id: customerId } },
  });
};

/** What is left of each grant, and the day on which it ends. */
async function grantsOf({ customerId }: CreditShopper) {
  const { db, shop: row } = await shop.context();
  const rows = await db.prisma.creditGrant.findMany({
    where: { shopId: row.id, customerId, remainingMinor: { gt: 0 } },
    orderBy: [{ expiresAt: "asc" }, { id: "asc" }],
  });
  return rows.map(({ remainingMinor, expiresAt }) => [Number(remainingMinor), expiresAt]);
}

/** Each account is the sum of its entries, and its grants hold what it may spend. */
async function expectBalanced(...shoppers: CreditShopper[]) {
  const { db, shop: row } = await shop.context();
  for (const { customerId } of shoppers) {
    const { rows } = await db.pool.query(
      `SELECT a.available_minor::int, a.held_minor::int,
         (SELECT coalesce(sum(amount_minor), 0)::int FROM credit_entries
          WHERE shop_id = $1 AND customer_id = $2 AND status = 0) AS posted,
         (SELECT coalesce(sum(-amount_minor), 0)::int FROM credit_entries
          WHERE shop_id = $1 AND customer_id = $2 AND status = 1) AS held,
         (SELECT coalesce(sum(remaining_minor), 0)::int FROM credit_grants
          WHERE shop_id = $1 AND customer_id = $2) AS granted
       FROM credit_accounts a WHERE shop_id = $1 AND customer_id = $2`,
      [String(row.id), String(customerId)],
    );
    for (const account of rows) {
      expect(account.held_minor).toBe(account.held);
      expect(account.available_minor).toBe(account.granted);
      expect(account.available_minor + account.held_minor).toBe(account.posted);
    }
  }
}

const account = async ({ customerId }: CreditShopper) =>
  readCreditAccount(await shop.context(), customerId);

describe("when the platform has merged two customers", () => {
  test("the credit of both is the one's who stays, with the dates on which it ends and the totals of both", async () => {
    const gone = await createCreditShopper(shop, [1000, 30], [500, null]);
    const kept = await createCreditShopper(shop, [300, 10]);
    await shop.core(`/store-credits/${gone.cid}/deduct`, { body: { amount: 2, reason: "Used" } });
    const grants = [...(await grantsOf(gone)), ...(await grantsOf(kept))];
    const [one, other] = [await account(gone), await account(kept)];
    await merge(gone, kept);
    expect(await grantsOf(kept)).toEqual(
      grants.sort(([, a], [, b]) => (a ? Number(a) : Infinity) - (b ? Number(b) : Infinity)),
    );
    expect(await account(kept)).toMatchObject({
      availableMinor: one.availableMinor + other.availableMinor,
      issuedMinor: one.issuedMinor + other.issuedMinor,
      usedMinor: one.usedMinor + other.usedMinor,
    });
    expect(await account(gone)).toMatchObject({ availableMinor: 0, heldMinor: 0, issuedMinor: 0 });
    expect((await gone.entries()).map(({ amountMinor }) => amountMinor)).toEqual([
      1500, -200, -1300,
    ]);
    expect((await kept.entries()).map(({ amountMinor }) => amountMinor)).toEqual([300, 1300]);
    await expectBalanced(gone, kept);
  });

  test("the other's number is unknown to every interface", async () => {
    const gone = await createCreditShopper(shop, [1000, null]);
    const kept = await createCreditShopper(shop);
    const email = (await rowOf(gone)).email;
    await merge(gone, kept);
    const statuses = [
      await shop.core(`/store-credits/${gone.cid}`),
      await shop.core(`/store-credits/${gone.cid}/history`),
      await shop.core(`/store-credits/${gone.cid}/add`, { body: { amount: 1, reason: "x" } }),
      await shop.core(`/store-credits/${gone.cid}/deduct`, { body: { amount: 1, reason: "x" } }),
      await shop.manageCredit({ cid: gone.cid, email, action: "get" }),
      await gone.hold(),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await gone.look()).body.balance ?? null).not.toBe("10.00");
    const query = { platform_customer_gid: String(gone.cid) };
    const history = await shop.proxy("/data/credits-history", { key: shop.key, query });
    expect(JSON.stringify(history.body)).not.toContain("10.00");
    const { body } = await shop.core(`/store-credits/${kept.cid}`);
    expect(body.data.balance).toBe("10.00");
  });

  test("orders, mails, tags and the timeline move to the customer who stays, and a line and an event tell of it", async () => {
    const gone = await createCreditShopper(shop, [1000, null]);
    const kept = await createCreditShopper(shop);
    await gone.buy((await gone.hold("5.00")).body.code);
    await shop.quiet();
    await merge(gone, kept);
    const { db, shop: row } = await shop.context();
    const of = (customerId: bigint) => ({ where: { shopId: row.id, customerId } });
    expect(await db.prisma.order.count(of(gone.customerId))).toBe(0);
    expect(await db.prisma.order.count(of(kept.customerId))).toBe(1);
    const lines = await db.prisma.activity.findMany(of(kept.customerId));
    const line = lines.find(({ kind }) => kind === "customer.merged");
    expect(line?.message).toBe(
      `Customer ${gone.cid} was merged with this one: 1 order, 0 subscriptions, 5.00 EUR of store credit came over.`,
    );
    const events = await db.prisma.event.findMany({
      where: { shopId: row.id, kind: "customer.merged" },
    });
    expect(events.map(({ data }) => data)).toContainEqual({
      customer_id: String(kept.customerId),
      merged_customer_id: String(gone.customerId),
    });
  });

  test("the choice that credit pays renewals comes along", async () => {
    const gone = await createCreditShopper(shop);
    const kept = await createCreditShopper(shop);
    await setRenewalChoice(await shop.context(), gone.customerId, true);
    await merge(gone, kept);
    expect((await rowOf(kept)).paysRenewalsWithCredit).toBe(true);
  });

  test("hearing of it twice, late or out of order moves everything once", async () => {
    const gone = await createCreditShopper(shop, [700, null]);
    const kept = await createCreditShopper(shop);
    await ask("webhooks", { duplicate: true, reorder: true });
    await merge(gone, kept);
    await ask("webhooks", {});
    const context = await shop.context();
    await mergeCustomers(context, gone.cid, kept.customerId);
    await shop.quiet();
    expect(await kept.balance()).toEqual([700, 0]);
    expect((await kept.entries()).length).toBe(1);
    const lines = await context.db.prisma.activity.count({
      where: { shopId: context.shop.id, customerId: kept.customerId, kind: "customer.merged" },
    });
    expect(lines).toBe(1);
    await expectBalanced(gone, kept);
  });

  test.each([
    ["in their order", [0, 1]],
    ["the later one first", [1, 0]],
  ])("a chain of merges ends at the last one, heard %s", async (_name, order) => {
    const a = await createCreditShopper(shop, [100, 5]);
    const b = await createCreditShopper(shop, [20, null]);
    const c = await createCreditShopper(shop, [3, null]);
    const hops = [
      [a, b],
      [b, c],
    ] as const;
    const context = await shop.context();
    for (const at of order) {
      const [from, to] = hops[at as 0 | 1];
      await mergeCustomers(context, from.cid, to.customerId);
    }
    expect(await c.balance()).toEqual([123, 0]);
    expect([(await rowOf(a)).mergedIntoId, (await rowOf(b)).mergedIntoId]).toEqual([
      c.customerId,
      c.customerId,
    ]);
    await expectBalanced(a, b, c);
  });

  test("a merge back moves nothing", async () => {
    const gone = await createCreditShopper(shop, [700, null]);
    const kept = await createCreditShopper(shop);
    await merge(gone, kept);
    await mergeCustomers(await shop.context(), kept.cid, gone.customerId);
    expect((await rowOf(kept)).mergedIntoId).toBeNull();
    expect(await kept.balance()).toEqual([700, 0]);
  });

  test("one that fails, or has only begun, moves nothing", async () => {
    const gone = await createCreditShopper(shop, [700, null]);
    const kept = await createCreditShopper(shop);
    await ask("customers/merge", {
      ...{ customer_one: gone.cid, customer_two: kept.cid, keep: kept.cid },
      fails: true,
    });
    await shop.quiet();
    expect(await gone.balance()).toEqual([700, 0]);
    expect((await rowOf(gone)).mergedIntoId).toBeNull();
  });
});

describe("what was under way when it was heard of", () => {
  test("a checkout that holds credit is paid with it, and what a refund returns is the one's who stays", async () => {
    const gone = await createCreditShopper(shop, [1000, 30]);
    const kept = await createCreditShopper(shop, [200, null]);
    const { code } = (await gone.hold("6.00")).body;
    await merge(gone, kept);
    expect(await kept.balance()).toEqual([600, 600]);
    await expectBalanced(gone, kept);
    const order = await kept.buy(code);
    await shop.quiet();
    expect(await kept.balance()).toEqual([600, 0]);
    await kept.refund(order);
    await shop.quiet();
    expect(await kept.balance()).toEqual([1200, 0]);
    await expectBalanced(gone, kept);
  });

  test("of two held checkouts the one's who stays goes on, and the other one's code is closed", async () => {
    const gone = await createCreditShopper(shop, [1000, null]);
    const kept = await createCreditShopper(shop, [200, null]);
    const theirs = (await gone.hold("6.00")).body.code;
    await kept.hold("2.00");
    await merge(gone, kept);
    expect(await kept.balance()).toEqual([1000, 200]);
    await ask("clock", { advance: "PT1M" });
    await shop.quiet();
    const { platform } = await shop.context();
    const lines = [{ variant_id: 7502, quantity: 1 }];
    const refused = await shop.control("orders", { cid: kept.cid, lines, credit_code: theirs });
    expect(refused.status).toBe(422);
    expect(await platform.listOrdersWithCode(theirs)).toEqual([]);
    await expectBalanced(gone, kept);
  });

  test("a movement that names the old customer is posted for the one who stays", async () => {
    const gone = await createCreditShopper(shop, [1000, null]);
    const kept = await createCreditShopper(shop);
    await merge(gone, kept);
    const context = await shop.context();
    const movement = {
      customerId: gone.customerId,
      unit: "money",
      message: "Late",
      typeCode: CREDIT_TYPES.adjustment,
    } as const;
    await postCredit(context, { ...movement, amountMinor: -400 });
    await Promise.all(
      [1, 2, 3].map((amountMinor) => postCredit(context, { ...movement, amountMinor })),
    );
    expect(await kept.balance()).toEqual([606, 0]);
    expect(await gone.balance()).toEqual([0, 0]);
    await expectBalanced(gone, kept);
  });

  test("what takes from a grant takes from where it went", async () => {
    const gone = await createCreditShopper(shop, [1000, null]);
    const kept = await createCreditShopper(shop, [50, 1]);
    const context = await shop.context();
    const grant = await context.db.prisma.creditGrant.findFirstOrThrow({
      where: { shopId: context.shop.id, customerId: gone.customerId },
    });
    await merge(gone, kept);
    const posting = await postCredit(context, {
      ...{ customerId: kept.customerId, unit: "money", message: "Back", amountMinor: -5000 },
      ...{ typeCode: CREDIT_TYPES.takenBack, grantId: grant.id },
    });
    expect(posting).toMatchObject({ outcome: "posted", amountMinor: -1000 });
    expect(await kept.balance()).toEqual([50, 0]);
  });

  test("an order that is read late goes to the one who stays", async () => {
    const gone = await createCreditShopper(shop);
    const kept = await createCreditShopper(shop);
    await ask("webhooks", { lose: true });
    const { order_id: orderId } = await ask("orders/plain", { cid: gone.cid, total: "10.00" });
    await ask("webhooks", { lose: false });
    const context = await shop.context();
    const facts = await context.platform.getOrderFacts(orderId);
    await merge(gone, kept);
    if (!facts) throw new Error("the order is not there");
    const row = await storeOrder(context, facts, { rowBefore: null });
    expect(row?.customerId).toBe(kept.customerId);
  });
});

describe("a merge that no webhook told of", () => {
  test("is found within a day by the credit of a customer whom the platform does not know any more", async () => {
    const gone = await createCreditShopper(shop, [700, null]);
    const kept = await createCreditShopper(shop);
    await ask("orders/plain", { cid: gone.cid, total: "10.00" });
    await shop.quiet();
    await ask("webhooks", { lose: true });
    await merge(gone, kept);
    await ask("webhooks", { lose: false });
    expect(await gone.balance()).toEqual([700, 0]);
    const context = await shop.context();
    await reconcileShop(context);
    await shop.quiet();
    expect(await kept.balance()).toEqual([700, 0]);
    const run = await context.db.prisma.reconciliation.findFirst({
      where: { shopId: context.shop.id },
      orderBy: { id: "desc" },
    });
    expect(run?.mergesRepaired).toBe(1);
    await expectBalanced(gone, kept);
  });

  test("is followed when an order turns out to be another customer's", async () => {
    const gone = await createCreditShopper(shop, [700, null]);
    const kept = await createCreditShopper(shop);
    const { order_id: orderId } = await ask("orders/plain", { cid: gone.cid, total: "10.00" });
    await shop.quiet();
    await ask("webhooks", { lose: true });
    await merge(gone, kept);
    await ask("webhooks", { lose: false });
    await ask(`orders/${orderId}/refund`);
    await shop.quiet();
    expect(await kept.balance()).toEqual([700, 0]);
  });

  test("is not believed of an order that the merchant has given to another customer", async () => {
    const one = await createCreditShopper(shop, [700, null]);
    const other = await createCreditShopper(shop);
    const { order_id: orderId } = await ask("orders/plain", { cid: one.cid, total: "10.00" });
    await shop.quiet();
    const context = await shop.context();
    const facts = await context.platform.getOrderFacts(orderId);
    if (!facts) throw new Error("the order is not there");
    const given = { ...facts, customerId: other.cid, updatedAt: new Date(Date.now() + 60_000) };
    expect((await storeOrder(context, given, { rowBefore: null }))?.customerId).toBe(
      other.customerId,
    );
    await shop.quiet();
    expect(await one.balance()).toEqual([700, 0]);
  });
});

describe("personal data", () => {
  const deliverCompliance = async (topic: string, cid: number) => {
    const delivery = { topic, payload: { customer: { id: cid } } };
    expect((await deliverWebhook(testApp, shop, delivery)).status).toBe(200);
    await shop.quiet();
  };

  test("what is handed on about the one who stays includes what came from the other, and so does its erasure", async () => {
    const gone = await createCreditShopper(shop, [700, null]);
    const kept = await createCreditShopper(shop);
    await merge(gone, kept);
    await deliverCompliance("customers/data_request", kept.cid);
    const { db, shop: row } = await shop.context();
    const request = await db.prisma.complianceRequest.findFirstOrThrow({
      where: { shopId: row.id, topic: "customers/data_request" },
      orderBy: { id: "desc" },
    });
    expect(JSON.stringify(request.result)).toContain(`"platformCustomerId":"${gone.cid}"`);
    await deliverCompliance("customers/redact", kept.cid);
    for (const one of [gone, kept]) {
      expect(await rowOf(one)).toMatchObject({ email: null, firstName: null, lastName: null });
    }
  });

  test("a merge that is heard of after the erasure brings no name back", async () => {
    const gone = await createCreditShopper(shop, [700, null]);
    const kept = await createCreditShopper(shop);
    await deliverCompliance("customers/redact", kept.cid);
    await merge(gone, kept);
    expect(await rowOf(kept)).toMatchObject({ email: null, firstName: null });
    expect(await kept.balance()).toEqual([700, 0]);
  });
});

const step = fc.oneof(
  fc.record({
    kind: fc.constant("give" as const),
    who: fc.nat({ max: 3 }),
    amount: fc.integer({ min: 1, max: 900 }),
    days: fc.option(fc.integer({ min: 1, max: 60 }), { nil: null }),
  }),
  fc.record({
    kind: fc.constant("take" as const),
    who: fc.nat({ max: 3 }),
    amount: fc.integer({ min: 1, max: 900 }),
  }),
  fc.record({
    kind: fc.constant("hold" as const),
    who: fc.nat({ max: 3 }),
    amount: fc.integer({ min: 1, max: 900 }),
  }),
  fc.record({
    kind: fc.constant("merge" as const),
    who: fc.nat({ max: 3 }),
    into: fc.nat({ max: 3 }),
  }),
);

test("whatever is given, taken, held and merged at the same time, nothing is made or lost", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 6 }),
      async (rounds) => {
        const people = await Promise.all([0, 1, 2, 3].map(() => createCreditShopper(shop)));
        const context = await shop.context();
        let [given, taken] = [0, 0];
        const common = {
          unit: "money",
          typeCode: CREDIT_TYPES.adjustment,
          message: "A step",
        } as const;
        for (const round of rounds) {
          // What happens at once.
          await Promise.all(
            round.map(async (next) => {
              const { customerId, cid } = people[next.who] as CreditShopper;
              if (next.kind === "give") {
                given += next.amount;
                const day = 86_400_000 * (next.days ?? 0);
                const expiresAt = next.days && new Date(context.clock.now().getTime() + day);
                const parts = [{ amountMinor: next.amount, expiresAt: expiresAt || null }];
                const movement = { ...common, customerId, amountMinor: next.amount, parts };
                expect((await postCredit(context, movement)).outcome).toBe("posted");
              } else if (next.kind === "take") {
                const movement = { ...common, customerId, amountMinor: -next.amount };
                const posting = await postCredit(context, movement);
                if (posting.outcome === "posted") taken -= posting.amountMinor;
              } else if (next.kind === "hold") {
                await holdCredit(context, cid, next.amount).catch((error) => {
                  // Nothing to hold, or merged.
                  if (!isAppError(error)) throw error;
                });
              } else {
                const into = people[next.into] as CreditShopper;
                if (next.who !== next.into) await mergeCustomers(context, cid, into.customerId);
              }
            }),
          );
        }
        let sum = 0;
        for (const one of people) {
          const [available, held] = await one.balance();
          sum += available + held;
          const { mergedIntoId } = await rowOf(one);
          if (mergedIntoId !== null) expect([available, held]).toEqual([0, 0]);
        }
        expect(sum).toBe(given - taken);
        await expectBalanced(...people);
      },
    ),
    { numRuns: howMany(15, 400) },
  );
});

test("should the platform ever merge customers with memberships, both are the one's who stays", async () => {
  const one = await shop.createContract({ kind: "membership", price: "15.00" });
  const other = await shop.createContract({ kind: "membership", price: "20.00" });
  const context = await shop.context();
  const find = (cid: number) =>
    context.db.prisma.customer.findFirstOrThrow({
      where: { shopId: context.shop.id, platformCustomerId: BigInt(cid) },
      include: { member: true, subscriptions: true },
    });
  const [gone, kept] = [await find(one.cid), await find(other.cid)];
  await mergeCustomers(context, one.cid, kept.id);
  await shop.quiet();
  expect((await find(one.cid)).member).toBeNull();
  const after = await find(other.cid);
  expect(after.subscriptions).toHaveLength(2);
  expect(after.member?.status).toBe("active");
  const { status } = await shop.core(`/members/mem_${gone.member?.id}`);
  expect(status).toBe(404);
});
