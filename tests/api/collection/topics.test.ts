import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eraseCustomer } from "#app/domain/compliance/erase-customer.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import type { Prisma } from "#app/generated/prisma/client.ts";
import { collect } from "#tests/support/collect.ts";
import { createOffer, offerFor } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The rows of the Collection API's topics (contract, section 2.4). `store_credit_history` is in store-credit/exports.test.ts.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

/** The topic's rows, which fit the schema that the route declares. */
async function rowsOf(shop: TestShop, topic: string): Promise<Record<string, unknown>[]> {
  const { status, body } = await collect(testApp, shop, topic);
  expect(status, JSON.stringify(body)).toBe(200);
  const declaration = testApp.declarations.find(({ operationId }) => operationId === "collect");
  expect(declaration?.answer.safeParse(body).error).toBeUndefined();
  return body;
}

const gid = (cid: number) => `gid://platform/Customer/${cid}`;

async function createCustomer({ db, shop }: ShopContext, cid: number, email: string | null) {
  return db.prisma.customer.create({
    data: { shopId: shop.id, platformCustomerId: BigInt(cid), email },
  });
}

const DAY_MS = 86_400_000;
let contracts = 7_000_000;

type Terms = Partial<Prisma.SubscriptionUncheckedCreateInput>;

/** A contract as a row only: monthly since 31 January, unless said. */
async function createContract({ db, shop }: ShopContext, terms: Terms = {}) {
  contracts += 1;
  return db.prisma.subscription.create({
    data: {
      shopId: shop.id,
      platformContractId: BigInt(contracts),
      kind: "membership",
      status: "active",
      platformStatus: "active",
      planName: "Club monthly",
      priceMinor: 1500n,
      currency: shop.currency,
      intervalUnit: "month",
      intervalCount: 1,
      platformCreatedAt: "2026-01-31T08:30:00Z",
      platformUpdatedAt: "2026-01-31T08:30:00Z",
      ...terms,
    },
  });
}

async function createPlan({ db, shop }: ShopContext) {
  const { prisma } = db;
  const group = await prisma.planGroup.create({
    data: { shopId: shop.id, platformGroupId: 1n, name: "The “Club”", kind: "membership" },
  });
  return prisma.plan.create({
    data: { shopId: shop.id, planGroupId: group.id, platformPlanId: 1n, name: "Club monthly" },
  });
}

async function createMember(context: ShopContext, cid: number, email: string | null) {
  const { db, shop } = context;
  const customer = await createCustomer(context, cid, email);
  const subscription = await createContract(context, { customerId: customer.id });
  const at = "2026-01-31T08:30:00Z";
  await db.prisma.member.create({
    data: {
      ...{ shopId: shop.id, customerId: customer.id, subscriptionId: subscription.id },
      ...{ status: "cancelled", planName: "Club monthly" },
      ...{ joinedAt: at, createdAt: at, updatedAt: at },
    },
  });
  return customer;
}

const give = (context: ShopContext, customerId: bigint, amountMinor: number, expiresAt?: Date) =>
  postCredit(context, {
    customerId,
    unit: "money",
    amountMinor,
    typeCode: CREDIT_TYPES.promotion,
    message: "A present",
    ...(expiresAt && { parts: [{ amountMinor, expiresAt }] }),
  });

async function erase(context: ShopContext, platformCustomerId: bigint): Promise<void> {
  const request = await context.db.prisma.complianceRequest.create({
    data: {
      ...{ shopId: context.shop.id, webhookId: "erase", topic: "customers/redact" },
      ...{ platformCustomerId, receivedAt: new Date() },
    },
  });
  await eraseCustomer(context, request.id);
}

describe("the topic member", () => {
  test("has everyone who ever had a membership, by id, with the credit that can be spent now", async () => {
    const shop = await testApp.createShop({ currency: "EUR" });
    const context = await shop.context();
    const rich = await createMember(context, 1_000_001, "ada@example.com");
    await createMember(context, 1_000_002, 'a"b\\@example.com');
    await createMember(context, 1_000_003, null);
    const buyer = await createCustomer(context, 1_000_004, "buyer@example.com");
    await createContract(context, { customerId: buyer.id, kind: "product" });
    await give(context, buyer.id, 500);
    await give(context, rich.id, 2_550);
    await give(context, rich.id, 700, new Date(Date.now() + DAY_MS));
    await postCredit(context, {
      ...{ customerId: rich.id, unit: "money", amountMinor: -50, onHold: true },
      ...{ typeCode: CREDIT_TYPES.redemption, message: "Held" },
    });
    // What has expired counts no more, whether the job that posts it has run or not.
    const twoDaysAgo = new Date(Date.now() - 2 * DAY_MS);
    const before = { ...context, clock: { now: () => twoDaysAgo } };
    await give(before, rich.id, 900, new Date(Date.now() - DAY_MS));
    expect(await rowsOf(shop, "member")).toEqual([
      {
        platform_customer_gid: gid(1_000_001),
        email: "ada@example.com",
        balance_from_subscribfy: "32.00",
      },
      {
        platform_customer_gid: gid(1_000_002),
        email: 'a"b\\@example.com',
        balance_from_subscribfy: "0.00",
      },
      { platform_customer_gid: gid(1_000_003), email: "", balance_from_subscribfy: "0.00" },
    ]);
  });

  test("has a member whom a checkout made, and amounts without decimals in two", async () => {
    const shop = await testApp.createShop({ currency: "JPY" });
    const { cid } = await shop.createContract({ price: "1500" });
    const context = await shop.context();
    const where = { shopId: context.shop.id };
    const customer = await context.db.prisma.customer.findFirstOrThrow({ where });
    await give(context, customer.id, 1_250);
    expect(await rowsOf(shop, "member")).toEqual([
      {
        platform_customer_gid: gid(cid),
        email: customer.email,
        balance_from_subscribfy: "1250.00",
      },
    ]);
  });

  test("has nobody who was erased, and is no data when they were the only one", async () => {
    const shop = await testApp.createShop();
    const context = await shop.context();
    await createMember(context, 1_000_011, "gone@example.com");
    await createMember(context, 1_000_012, "stays@example.com");
    await erase(context, 1_000_011n);
    const rows = await rowsOf(shop, "member");
    expect(rows.map(({ email }) => email)).toEqual(["stays@example.com"]);
    await context.db.prisma.member.deleteMany({
      where: { shopId: context.shop.id, customer: { platformCustomerId: 1_000_012n } },
    });
    expect((await collect(testApp, shop, "member")).status).toBe(404);
  });
});

describe("the topic activity_log_m", () => {
  test.each([
    [
      "Europe/Berlin",
      ["2026-03-29 01:59", "2026-03-29 03:00", "2026-10-25 02:30", "2026-10-25 02:30"],
    ],
    [
      "Asia/Kolkata",
      ["2026-03-29 06:29", "2026-03-29 06:30", "2026-10-25 06:00", "2026-10-25 07:00"],
    ],
  ])(
    "has the timeline of memberships and of nothing else, by id, in %s",
    async (timezone, moments) => {
      const shop = await testApp.createShop({ timezone });
      const context = await shop.context();
      const { db, shop: row } = context;
      const customer = await createCustomer(context, 1_000_021, "ada@example.com");
      const plan = await createPlan(context);
      const club = await createContract(context, { customerId: customer.id, planId: plan.id });
      const orphan = await createContract(context, { planName: "Old club" });
      const box = await createContract(context, { customerId: customer.id, kind: "product" });
      const instants = [
        "2026-03-29T00:59:00Z",
        "2026-03-29T01:00:00Z",
        "2026-10-25T00:30:00Z",
        "2026-10-25T01:30:00Z",
      ];
      const line = (createdAt: string, message: string, subscriptionId: bigint | null, more = {}) =>
        db.prisma.activity.create({
          data: {
            ...{ shopId: row.id, createdAt, message, subscriptionId, customerId: customer.id },
            ...{ actorKind: "system", kind: "billing.charged", ...more },
          },
        });
      const flow = (subscriptionId: bigint, outcome: string, note: string | null, n: number) =>
        db.prisma.cancelFlow.create({
          data: {
            ...{ shopId: row.id, subscriptionId, outcome, note },
            publicId: `6f1c1f0e-6b1b-4c58-9f3e-4f8a7a0e9d${n}`,
            startedAt: "2026-03-01T00:00:00Z",
          },
        });
      const saved = await flow(club.id, "saved", 'Too "dear"\nfor me', 10);
      await flow(club.id, "cancelled", "Earlier", 11);
      await flow(club.id, "cancelled", "I am moving", 12);
      await flow(club.id, "open", "Unsent", 13);
      await flow(box.id, "cancelled", "Of another one", 14);
      await line(instants[0] ?? "", "The charge was made.", club.id);
      await line(instants[0] ?? "", "A box was sent.", box.id);
      await line(instants[1] ?? "", "The offer is active.", club.id, {
        kind: "offer.accepted",
        details: { flow_id: String(saved.id) },
      });
      await line(instants[1] ?? "", "An API key was created.", null);
      await line(instants[2] ?? "", "Old club was canceled.", orphan.id, {
        kind: "subscription.cancelled",
      });
      await line(instants[3] ?? "", "Club monthly was canceled.", club.id, {
        kind: "subscription.cancelled",
      });
      const ofClub = {
        platform_customer_gid: gid(1_000_021),
        contract_id: Number(club.platformContractId),
        plan_group_name: "The “Club”",
        plan_name: "Club monthly",
      };
      expect(await rowsOf(shop, "activity_log_m")).toEqual([
        { ...ofClub, text: "The charge was made.", notes: "", created_at: moments[0] },
        {
          ...ofClub,
          text: "The offer is active.",
          notes: 'Too "dear"\nfor me',
          created_at: moments[1],
        },
        {
          platform_customer_gid: "",
          contract_id: Number(orphan.platformContractId),
          text: "Old club was canceled.",
          notes: "",
          plan_group_name: "",
          plan_name: "Old club",
          created_at: moments[2],
        },
        {
          ...ofClub,
          text: "Club monthly was canceled.",
          notes: "I am moving",
          created_at: moments[3],
        },
      ]);
      // The order of the members is part of the contract.
      expect(Object.keys((await rowsOf(shop, "activity_log_m"))[0] ?? {})).toEqual([
        ...["platform_customer_gid", "contract_id", "text", "notes", "plan_group_name"],
        ...["plan_name", "created_at"],
      ]);
    },
  );

  test("has the note that a shopper wrote before they took an offer, or cancelled", async () => {
    const shop = await testApp.createShop();
    const offerId = await createOffer(shop, {
      ...{ type: "discount_price", discount_type: "percentage", discount_value: 20, cycles: 3 },
    });
    await offerFor(shop, "too_expensive", offerId);
    const { cid, contractId } = await shop.createContract({ price: "15.00" });
    const flow = `/storefront/cancel-flow/${contractId}`;
    const say = (body: Record<string, unknown>) =>
      shop.proxy(`${flow}/reason`, { cid, body }).then((answer) => answer.body.flow_id);
    const flowId = await say({ reason: "too_expensive", note: "It is dear" });
    const accepted = await shop.proxy(`${flow}/accept`, {
      cid,
      body: { flow_id: flowId, offer_id: offerId, idempotency_key: "notes-of-the-timeline" },
    });
    expect(accepted.status).toBe(200);
    const second = await say({ reason: "other", note: "I go" });
    const cancelled = await shop.proxy(`${flow}/cancel`, { cid, body: { flow_id: second } });
    expect(cancelled.status).toBe(200);
    const rows = await rowsOf(shop, "activity_log_m");
    const noted = rows.filter(({ notes }) => notes !== "");
    expect(noted).toMatchObject([
      { text: "The offer “An offer” is active.", notes: "It is dear", contract_id: contractId },
      { text: expect.stringContaining("was canceled."), notes: "I go" },
    ]);
    const context = await shop.context();
    await erase(context, BigInt(cid));
    const after = await rowsOf(shop, "activity_log_m");
    expect(after.filter(({ notes }) => notes !== "")).toEqual([]);
    expect(after).toHaveLength(rows.length);
  });
});

describe("the topic subscription_contract", () => {
  test.each([
    ["Europe/Berlin", "2026-01-31 09:30"],
    ["Asia/Kolkata", "2026-01-31 14:00"],
  ])("has contracts of both kinds by id, in %s", async (timezone, created) => {
    const shop = await testApp.createShop({ timezone, currency: "EUR" });
    const context = await shop.context();
    const customer = await createCustomer(context, 1_000_031, "ada@example.com");
    const club = await createContract(context, {
      customerId: customer.id,
      nextBillingAt: "2026-02-28T08:30:00Z",
    });
    const box = await createContract(context, {
      ...{ kind: "product", status: "paused", planName: 'Box "2 weeks"', priceMinor: 1_999n },
      ...{ intervalUnit: "week", intervalCount: 2, nextBillingAt: "2026-10-25T22:30:00Z" },
    });
    const rows = await rowsOf(shop, "subscription_contract");
    expect(rows).toEqual([
      {
        created_at: created,
        contract_id: Number(club.platformContractId),
        status: "active",
        price: "15.00",
        currency_code: "EUR",
        price_in_store_currency: "15.00",
        type: "Club monthly",
        interval_name: "MONTH",
        interval_count: 1,
        billing_day: "31",
        platform_customer_gid: gid(1_000_031),
      },
      {
        created_at: created,
        contract_id: Number(box.platformContractId),
        status: "paused",
        price: "19.99",
        currency_code: "EUR",
        price_in_store_currency: "19.99",
        type: 'Box "2 weeks"',
        interval_name: "WEEK",
        interval_count: 2,
        // Sunday evening in Berlin, Monday morning in Kolkata.
        billing_day: timezone === "Europe/Berlin" ? "Sunday" : "Monday",
        platform_customer_gid: "",
      },
    ]);
    expect(Object.keys(rows[0] ?? {})).toEqual([
      ...["created_at", "contract_id", "status", "price", "currency_code"],
      ...["price_in_store_currency", "type", "interval_name", "interval_count", "billing_day"],
      "platform_customer_gid",
    ]);
  });

  test("names the day on which a contract is charged, also in a month that is too short for it", async () => {
    const shop = await testApp.createShop({ timezone: "Europe/Berlin" });
    const context = await shop.context();
    const cycle = async (subscriptionId: bigint, dueAt: string, nextDueAt: string, keptDay = 30) =>
      context.db.prisma.billingCycle.create({
        data: {
          ...{ shopId: context.shop.id, subscriptionId, cycleIndex: 1, dueAt, nextDueAt, keptDay },
          ...{ keptTime: "09:30:00", state: "paid", closedAt: dueAt },
          ...{ createdAt: dueAt, updatedAt: dueAt },
        },
      });
    const day = async (
      expected: string,
      terms: Terms = {},
      ...last: [] | [dueAt: string, nextDueAt: string]
    ) => {
      const { id, platformContractId } = await createContract(context, terms);
      if (last.length === 2) await cycle(id, ...last);
      return [Number(platformContractId), expected] as const;
    };
    const expected = new Map([
      // Counted from 31 January at 9:30 in Berlin, across the change of clocks.
      await day("31", { nextBillingAt: "2026-04-30T07:30:00Z" }),
      await day("31", { nextBillingAt: "2026-03-31T07:30:00Z" }),
      // At another time of day it is not counted from there.
      await day("30", { nextBillingAt: "2026-04-30T12:00:00Z" }),
      await day("15", { nextBillingAt: "2026-04-15T07:30:00Z" }),
      // Already the next day in Berlin.
      await day("1", { nextBillingAt: "2026-04-30T22:30:00Z" }),
      // What the last charge keeps.
      await day(
        "30",
        { nextBillingAt: "2026-02-28T12:00:00Z" },
        ...(["2026-01-30T12:00:00Z", "2026-02-28T12:00:00Z"] as const),
      ),
      // The platform lags behind the last charge.
      await day(
        "30",
        { nextBillingAt: "2026-01-30T12:00:00Z" },
        ...(["2026-01-30T12:00:00Z", "2026-02-28T12:00:00Z"] as const),
      ),
      // Ended, after a charge and before the first one; and imported, with the day of the app before.
      await day(
        "30",
        { status: "cancelled", platformStatus: "cancelled" },
        ...(["2026-03-30T12:00:00Z", "2026-04-30T12:00:00Z"] as const),
      ),
      await day("31", { status: "cancelled", platformStatus: "cancelled" }),
      await day("12", { status: "cancelled", originalStartAt: "2024-05-12T08:00:00Z" }),
      await day("29", {
        ...{ intervalUnit: "year", nextBillingAt: "2027-02-28T08:30:00Z" },
        platformCreatedAt: "2024-02-29T08:30:00Z",
      }),
      // Moved there by an offer: no charge of ours has led to it, and it is not counted from its beginning.
      await day("31", {
        ...{ nextBillingAt: "2027-02-28T12:00:00Z", keptDay: 31, keptTime: "13:00:00" },
        platformCreatedAt: "2026-05-12T08:00:00Z",
      }),
      await day("", { intervalUnit: "day", nextBillingAt: "2026-02-28T12:00:00Z" }),
      await day("Saturday", { intervalUnit: "week", status: "cancelled" }),
    ]);
    const rows = await rowsOf(shop, "subscription_contract");
    expect(rows.map((row) => [row.contract_id, row.billing_day])).toEqual([...expected]);
  });

  test("gives a price in another currency by the rate of the contract's latest order in it", async () => {
    const shop = await testApp.createShop({ currency: "EUR" });
    const context = await shop.context();
    const { db, shop: row } = context;
    const order = async (
      subscription: Awaited<ReturnType<typeof createContract>>,
      n: number,
      [currency, presentmentTotalMinor, totalMinor]: readonly [string, number, number],
    ) => {
      const at = new Date(Date.UTC(2026, 0, n));
      const { id } = await db.prisma.order.create({
        data: {
          ...{ shopId: row.id, platformOrderId: BigInt(contracts * 100 + n), name: `#${n}` },
          ...{ processedAt: at, isTest: false, isRenewal: true, financialStatus: "paid" },
          ...{ currency: "EUR", totalMinor, subtotalMinor: 0, taxMinor: 0, discountMinor: 0 },
          ...{ deliveryMinor: 0, presentmentCurrency: currency, presentmentTotalMinor },
          ...{ gateways: [], discountCodes: [], lines: [], transactions: [], factsHash: `${n}` },
          ...{ platformCreatedAt: at, platformUpdatedAt: at, createdAt: at, updatedAt: at },
        },
      });
      await db.prisma.orderSubscription.create({
        data: {
          ...{ shopId: row.id, orderId: id, platformContractId: subscription.platformContractId },
          ...{ subscriptionId: subscription.id, isFirst: false, processedAt: at, totalMinor },
          isRenewal: true,
        },
      });
    };
    const yen = await createContract(context, { currency: "JPY", priceMinor: 2_400n });
    await order(yen, 1, ["JPY", 2_000, 1_000]);
    await order(yen, 2, ["JPY", 3_000, 1_800]);
    // Neither one in another currency nor one that cost nothing says what a yen is worth.
    await order(yen, 3, ["USD", 1_000, 900]);
    await order(yen, 4, ["JPY", 0, 0]);
    const dinar = await createContract(context, { currency: "KWD", priceMinor: 12_345n });
    await order(dinar, 5, ["KWD", 1_000, 299]);
    await createContract(context, { currency: "USD", priceMinor: 999n });
    const rows = await rowsOf(shop, "subscription_contract");
    expect(rows.map((one) => [one.price, one.currency_code, one.price_in_store_currency])).toEqual([
      ["2400.00", "JPY", "14.40"],
      ["12.35", "KWD", "36.91"],
      ["9.99", "USD", ""],
    ]);
  });

  test("keeps the contract of somebody who was erased, by the number that leads to nobody", async () => {
    const shop = await testApp.createShop();
    const context = await shop.context();
    const customer = await createCustomer(context, 1_000_041, "gone@example.com");
    await createContract(context, { customerId: customer.id });
    await erase(context, 1_000_041n);
    const rows = await rowsOf(shop, "subscription_contract");
    expect(rows).toMatchObject([{ platform_customer_gid: gid(1_000_041) }]);
    expect(JSON.stringify(rows)).not.toContain("gone@");
  });
});
