import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnyJson } from "#tests/support/any-json.ts";
import { type BilledSubscription, billedSubscription } from "#tests/support/billed-subscription.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Which prices and dates a shopper's change of content brings, and what follows from it elsewhere.

const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;
let plans: { planId: number; name: string }[];

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "small" });
  const groups = await (await shop.context()).platform.listPlanGroups();
  plans = groups.flatMap((group) => group.plans);
});
afterAll(() => testApp.close());

const planCalled = (name: string) =>
  plans.find((plan) => plan.name.startsWith(name))?.planId ?? Number.NaN;

const look = async ({ cid, contractId }: BilledSubscription): Promise<AnyJson> =>
  (await shop.proxy(`/storefront/portal/${contractId}`, { cid })).body;
const change = ({ cid, contractId }: BilledSubscription, body: object) =>
  shop.proxy(`/storefront/portal/${contractId}/changes`, { cid, body });

const subscribe = (contract: Record<string, unknown>) =>
  billedSubscription(shop, { kind: "product", price: undefined, ...contract });

const frequencyTo = async (own: BilledSubscription, plan: string) => {
  const { revision } = await look(own);
  const wish = { action: "change_frequency", revision, plan_id: planCalled(plan) };
  const { status, body } = await change(own, wish);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

describe("another frequency", () => {
  test("of a membership has its plan's price, and worth, plan and event follow", async () => {
    const plan_id = planCalled("Gold Club monthly");
    const own = await billedSubscription(shop, { plan_id });
    const { choices } = await look(own);
    expect(choices.frequencies).toMatchObject([
      { name: "Gold Club yearly", interval: { unit: "year", count: 1 }, amount_minor: 15_000 },
    ]);
    await frequencyTo(own, "Gold Club yearly");
    const row = await own.row();
    expect(row).toMatchObject({ priceMinor: 15_000n, monthlyWorthMinor: 1250n });
    const { db } = await shop.context();
    const where = { shopId: row.shopId };
    const yearly = await db.prisma.plan.findFirst({
      where: { ...where, name: "Gold Club yearly" },
    });
    expect(row.planId).toBe(yearly?.id);
    const events = await db.prisma.event.findMany({ where, orderBy: { id: "asc" } });
    const made = events.find(({ kind }) => kind === "own_change.made");
    expect(made?.data).toEqual({
      subscription_id: String(row.id),
      customer_id: String(row.customerId),
      ...{ change: "frequency", line_title: null },
      ...{ from: "Gold Club monthly", to: "Gold Club yearly" },
      next_billing_at: row.nextBillingAt?.toISOString(),
      ...{ next_charge_minor: 15_000, currency: "EUR" },
    });
    const shown = await shop.core(`/subscriptions/sub_${row.id}`);
    expect(shown.body.data).toMatchObject({
      ...{ price: "150.00", interval_name: "year", plan_name: "Gold Club yearly" },
    });
  });

  test("leaves a price that was set by hand as it is, where it is a delivery's", async () => {
    const own = await subscribe({ plan_id: planCalled("Every 4 weeks"), price: "9.99" });
    const { choices } = await look(own);
    expect(choices.frequencies.map((one: AnyJson) => one.amount_minor)).toEqual([1489, 1489]);
    expect(choices.lines[0].variants).toEqual([]);
    const { contract } = await frequencyTo(own, "Every 8 weeks");
    expect(contract).toMatchObject({ price_minor: 999, interval_count: 8 });
  });

  test("keeps the hour when the clocks change, and the last day of a month", async () => {
    const spring = await subscribe({
      plan_id: planCalled("Every 4 weeks"),
      next_billing_date: "2031-03-20T09:30:00+01:00",
    });
    await frequencyTo(spring, "Every 8 weeks");
    expect((await spring.row()).nextBillingAt).toEqual(new Date("2031-04-17T09:30:00+02:00"));
    const last = await subscribe({
      plan_id: planCalled("Every month, 10%"),
      created_at: "2026-10-31T09:30:00+01:00",
      next_billing_date: "2030-12-31T09:30:00+01:00",
    });
    await frequencyTo(last, "Every 3 months");
    expect((await last.row()).nextBillingAt).toEqual(new Date("2031-02-28T09:30:00+01:00"));
  });
});

describe("an offer against churn", () => {
  const activate = async ({ contractId }: BilledSubscription, offerId: number) => {
    const path = `/membership/churn/${contractId}/offers/${offerId}/activation`;
    const { status, body } = await shop.proxy(path, { key: shop.key, method: "POST" });
    expect(status, JSON.stringify(body)).toBe(200);
    await shop.quiet();
  };

  test("that takes something off is in every amount, and stays after a change", async () => {
    const own = await subscribe({ plan_id: planCalled("Every 4 weeks") });
    const offer = await createOffer(shop, {
      ...{ type: "discount_price", discount_type: "percentage" },
      ...{ discount_value: 20, cycles: 3 },
    });
    await activate(own, offer);
    const { choices, revision } = await look(own);
    const [{ line_id, quantities }] = choices.lines;
    const wish = { action: "change_quantity", revision, line_id, quantity: 5 };
    const { contract } = (await change(own, wish)).body;
    expect(contract.next_charge_minor).toBe(quantities.amounts[4]);
    // 20 % of 13.41 is 2.682.
    expect(contract.next_charge_minor).toBe(5 * (1341 - 268) + 490);
    expect(contract.active_offer).not.toBeNull();
  });

  test("that changed the interval is kept until the shopper chooses, also what the plan has", async () => {
    const own = await subscribe({ plan_id: planCalled("Every 4 weeks") });
    const offer = await createOffer(shop, {
      ...{ type: "change_frequency", interval_count: 10, interval_name: "week" },
    });
    await activate(own, offer);
    const { choices, contract } = await look(own);
    expect(contract.interval_count).toBe(10);
    expect(choices.frequencies.map((one: AnyJson) => one.interval.count)).toEqual([2, 4, 8]);
    const changed = await frequencyTo(own, "Every 4 weeks");
    expect(changed.contract).toMatchObject({ interval_count: 4, price_minor: 1341 });
  });
});

describe("what the store sells", () => {
  test("is shown as it is: one that is sold out is refused, and so is a price of before", async () => {
    const own = await subscribe({ plan_id: planCalled("Every 4 weeks") });
    const before = await look(own);
    const [{ line_id, variants }] = before.choices.lines;
    const [{ variant_id }] = variants;
    const wish = { action: "change_variant", line_id, variant_id };
    await shop.control(`variants/${variant_id}`, { price_minor: 2990 });
    expect(await change(own, { ...wish, revision: before.revision })).toMatchObject({
      ...{ status: 409, body: { code: "contract_changed" } },
    });
    await shop.control(`variants/${variant_id}`, { inventory: 0 });
    const { choices, revision } = await look(own);
    expect(choices.lines[0].variants).toMatchObject([{ price_minor: 2691, available: false }]);
    const soldOut = await change(own, { ...wish, revision });
    expect(soldOut.status).toBe(422);
    expect(soldOut.body.data).toContain("sold out");
    expect((await look(own)).contract.price_minor).toBe(1341);
    await shop.control(`variants/${variant_id}`, { price_minor: 2690, inventory: 9 });
  });

  test("an address that the platform hides is not offered to be changed unseen", async () => {
    const own = await subscribe({ plan_id: planCalled("Every 4 weeks") });
    const usual = ["customer_data", "name", "email"];
    await shop.control("protected-data", { approved: usual });
    const { choices, revision } = await look(own);
    await shop.control("protected-data", { approved: [...usual, "address", "phone"] });
    expect(choices).toMatchObject({ address: null, lines: [{ quantities: { least: 1 } }] });
    expect(revision).not.toBe("");
  });
});
