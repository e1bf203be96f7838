import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findSubscription } from "#app/domain/subscriptions/find-subscription.ts";
import { showSubscriptionPage } from "#app/routes/admin/subscriptions/page/subscription-view.ts";
import { formatsOf } from "#app/ui/format.ts";
import type { AnyJson } from "#tests/support/any-json.ts";
import { type BilledSubscription, billedSubscription } from "#tests/support/billed-subscription.ts";
import { endedContracts } from "#tests/support/ended-contracts.ts";
import { anchorsOf, type BoxPlans, boxPlans, rhythmOf, sixBoxes } from "#tests/support/prepaid.ts";
import { readPublished } from "#tests/support/read-published.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What the owner of a prepaid contract sees and can change: one payment pays for several deliveries.

const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;
let plans: BoxPlans;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "small" });
  plans = await boxPlans(shop, "Kitchen herb trio");
});
afterAll(() => testApp.close());

type Own = Pick<BilledSubscription, "cid" | "contractId">;

const look = async ({ cid, contractId }: Own): Promise<AnyJson> =>
  (await shop.proxy(`/storefront/portal/${contractId}`, { cid })).body;
const change = ({ cid, contractId }: Own, body: object, lang?: string) =>
  shop.proxy(`/storefront/portal/${contractId}/changes`, {
    ...{ cid, body },
    ...(lang && { query: { lang } }),
  });

/** Six boxes of 14.90 at 10 % off for each payment, as a checkout makes it: 80.46. */
const boxes = () =>
  billedSubscription(shop, { kind: "product", plan_id: plans.sixMonths, price: undefined });

describe("a prepaid contract", () => {
  test("is shown with both intervals, to its owner, on their card and in the API", async () => {
    const own = await boxes();
    const shown = { interval_name: "month", interval_count: 6, price_minor: 8046 };
    const deliveries = { delivery_interval: { unit: "month", count: 1 } };
    expect((await look(own)).contract).toMatchObject({ ...shown, ...deliveries });
    const { contracts } = await readPublished(shop, own.cid, "customer_subscription1");
    expect(contracts).toMatchObject([{ ...shown, ...deliveries }]);
    const { id } = await own.row();
    expect((await shop.core(`/subscriptions/sub_${id}`)).body.data).toMatchObject({
      ...{ interval_name: "month", interval_count: 6, price: "80.46" },
      ...{ delivery_interval_name: "month", delivery_interval_count: 1 },
    });
  });

  test("is shown with both intervals to the merchant", async () => {
    const own = await boxes();
    const context = await shop.context();
    const row = await findSubscription(context, own.contractId);
    const { facts } = showSubscriptionPage(row, null, [], null, context, formatsOf("en"));
    expect(facts).toContainEqual(["Renews", "Every 6 months, delivered every month"]);
  });

  test("of which each payment brings one delivery has one interval", async () => {
    const own = await billedSubscription(shop, { kind: "product", plan_id: plans.monthly });
    expect((await look(own)).contract).toMatchObject({ delivery_interval: null });
    const { id } = await own.row();
    expect((await shop.core(`/subscriptions/sub_${id}`)).body.data).toMatchObject({
      ...{ delivery_interval_name: null, delivery_interval_count: null },
    });
  });

  test("is worth a month what its payment is over the months that it pays for", async () => {
    const own = await billedSubscription(shop, { ...sixBoxes, plan_id: plans.sixMonths });
    const { monthlyWorthMinor } = await own.row();
    const once = await billedSubscription(shop, {
      ...{ kind: "product", plan_id: plans.monthly, price: "15.00" },
    });
    expect(monthlyWorthMinor).toBe((await once.row()).monthlyWorthMinor);
  });

  test("takes no other frequency, and says why in its owner's language", async () => {
    const own = await boxes();
    const { choices, revision } = await look(own);
    expect(choices.frequencies).toEqual([]);
    const wish = { action: "change_frequency", revision, plan_id: plans.monthly };
    const { status, body } = await change(own, wish, "de");
    expect(status).toBe(409);
    expect(body.message).toMatch(/vorausbezahlt|vorab bezahlt/);
    expect(await rhythmOf(shop, own.contractId)).toEqual(["6 month", "1 month"]);
  });

  test("takes no variant at the price of one delivery", async () => {
    const { cid } = (await shop.control("customers", {})).body;
    const bought = await shop.act("orders", { cid, lines: [], plan_id: plans.sixMonths });
    const { choices } = await look({ cid, contractId: bought.contract_id });
    expect(choices.lines).toMatchObject([{ price_minor: 8046, variants: [] }]);
  });

  test("takes another quantity, whose amount is for all its deliveries", async () => {
    const own = await boxes();
    const { choices, revision } = await look(own);
    const [{ line_id, quantities }] = choices.lines;
    expect(quantities.amounts[1]).toBe(2 * 8046 + 490);
    const wish = { action: "change_quantity", revision, line_id, quantity: 2 };
    expect((await change(own, wish)).status).toBe(200);
    expect(await rhythmOf(shop, own.contractId)).toEqual(["6 month", "1 month"]);
  });

  test("begins again with both intervals, and its fixed days", async () => {
    const portal = endedContracts(shop, zone);
    const own = await portal.canceled({
      ...{ kind: "product", plan_id: plans.sixMonths, price: undefined },
      billing_anchors: [{ type: "MONTHDAY", day: 5 }],
      delivery_anchors: [{ type: "MONTHDAY", day: 20 }],
    });
    const { body } = await portal.again(own, (await portal.look(own)).revision);
    const contractId = body.successor.contract_id;
    expect(await rhythmOf(shop, contractId)).toEqual(["6 month", "1 month"]);
    expect(await anchorsOf(shop, contractId)).toEqual([
      [{ type: "MONTHDAY", day: 5 }],
      [{ type: "MONTHDAY", day: 20 }],
    ]);
  });
});

test("a prepaid plan is no frequency for a contract that pays each delivery", async () => {
  const own = await billedSubscription(shop, {
    ...{ kind: "product", plan_id: plans.monthly, price: undefined },
  });
  const { choices, revision } = await look(own);
  expect(choices.frequencies).toEqual([]);
  const wish = { action: "change_frequency", revision, plan_id: plans.sixMonths };
  expect((await change(own, wish)).status).toBeGreaterThanOrEqual(400);
  expect(await rhythmOf(shop, own.contractId)).toEqual(["1 month", "1 month"]);
});
