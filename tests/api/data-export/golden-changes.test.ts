import { Temporal } from "temporal-polyfill";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultDunningSettings } from "#app/domain/billing/dunning/dunning-settings.ts";
import {
  dunningVersion,
  saveDunningSettings,
} from "#app/domain/billing/dunning/save-dunning-settings.ts";
import { ensureCustomer } from "#app/domain/customers/store-customer.ts";
import { setRenewalChoice } from "#app/domain/store-credit/renewals/renewal-choice.ts";
import { customerRow, ledgerRow, orderRows, subscriptionRow } from "#tests/support/golden-rows.ts";
import {
  expectSameWhenRebuilt,
  type GoldenCustomer,
  type GoldenStore,
  openGoldenStore,
} from "#tests/support/golden-store.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// What changes a customer's rows afterwards: an order of an earlier day that arrives late, a second contract, a
// charge that never goes through, credit that pays a renewal. In New York, where
// webhooks come late, three times and in reverse order; every value is written from the contract.

let testApp: TestApp;
let store: GoldenStore;
let nina: GoldenCustomer;
let pam: GoldenCustomer;
let cora: GoldenCustomer;
let pia: GoldenCustomer;
let fred: GoldenCustomer;
const contracts = { membership: 0, goods: 0, unpaid: 0, credit: 0, free: 0 };

beforeAll(async () => {
  testApp = await startTestApp();
  store = await openGoldenStore(testApp, { timezone: "America/New_York" }, { isTroubled: true });
  await store.at("02-10 12:05");
  await store.contract(await store.customer("Zoe", "First"), { kind: "product", price: "9.00" });
  nina = await store.customer("Nina", "New");
  await store.buy(nina, [[await store.variant("Kitchen herb trio"), 1]]);
  await store.at("02-15 12:05");
  const earlier = Temporal.PlainDateTime.from(`${store.on("01-31")}T23:30`);
  const placed = earlier.toZonedDateTime("America/New_York").toInstant();
  const plain = { cid: nina.cid, total: "25.00", placed_at: placed.toString() };
  await store.control("orders/plain", plain);
  await store.at("02-17 09:05");
  contracts.membership = await store.contract(nina, { price: "15.00" });
  await store.at("02-19 10:05");
  contracts.goods = await store.contract(nina, { kind: "product", price: "9.00" });
  pam = await store.customer("Pam", "Poor");
  contracts.unpaid = await store.contract(pam, { kind: "product", price: "9.00" });
  const results = Array.from({ length: 15 }, () => "INSUFFICIENT_FUNDS");
  await store.control(`contracts/${contracts.unpaid}/payments`, { results });
  cora = await store.customer("Cora", "Credit");
  contracts.credit = await store.contract(cora, { price: "15.00" });
  const context = await store.shop.context();
  const saved = await saveDunningSettings(context, {
    version: dunningVersion(defaultDunningSettings),
    input: { ...defaultDunningSettings, finalAction: "cancel" },
  });
  expect(saved).toEqual({ outcome: "saved" });
  const customer = await ensureCustomer(context, cora.cid);
  if (!customer) throw new Error("the customer is not there");
  await setRenewalChoice(context, customer.id, true);
  await store.manageCredit(cora, "manual admin adjustment", 6, "Late parcel");
  pia = await store.customer("Pia", "Part");
  await store.contract(pia, { kind: "product", price: "9.00" });
  fred = await store.customer("Fred", "Free");
  const free = await store.trialPlan({ days: 14, fee: "0.00" }, "14.90");
  contracts.free = (
    await store.buy(fred, [[await store.variant("Gold Club"), 1, free]])
  ).contractId;
  await store.at("03-20 23:50");
  const renewal = (await store.orders(pia))[1];
  await store.control(`orders/${renewal?.id}/refund`, { amount: "5.00" });
  await store.at("04-05 08:05");
});
afterAll(() => testApp.close());

const on = (hour: string) => store.on(hour);
const charged = { sales_channel: "Subscriptions" };

describe("a customer who became a member later", () => {
  test("has the same firsts in all rows, also of an order that arrived late", async () => {
    const all = {
      ...{ customer_first_order_date: on("01-31"), checkout_type_first_order: "PAYG" },
      customer_first_vip_order_date: on("02-17"),
      customer_first_recharge_order_date: on("03-17"),
      customer_first_ps_order_date: on("02-19"),
      customer_first_ps_recharge_order_date: on("03-19"),
    };
    const vip = { checkout_type: "VIP", revenue: "15.00", tax: "2.39" };
    const goods = { checkout_type: "Product Subscription", revenue: "13.90", tax: "2.22" };
    expect(await store.rowsOf("orders", nina)).toEqual(
      await orderRows(store, nina, all, [
        { order_date: on("02-10 12:05"), revenue: "19.80", tax: "3.16" },
        {
          ...{ order_date: on("01-31 23:30"), revenue: "25.00", tax: "3.99" },
          sales_channel: "Point of Sale",
        },
        { ...vip, order_date: on("02-17 09:05"), order_tag: "New-vip" },
        { ...goods, order_date: on("02-19 10:05"), order_tag: "New-SubsProd" },
        { ...vip, ...charged, order_date: on("03-17 09:05"), order_tag: "recharge" },
        { ...goods, ...charged, order_date: on("03-19 10:05"), order_tag: "SubsProd-Recharge" },
      ]),
    );
    const late = (await store.orders(nina))[1]?.gid;
    const since = async (since_date: string) =>
      (await store.read("orders", { since_date })).map((row) => row.order_id);
    expect(await since(on("01-31"))).toContain(late);
    expect(await since(on("02-01"))).not.toContain(late);
  });

  test("is of the kind of the latest contract, and active as a member", async () => {
    expect(await store.rowsOf("customers", nina)).toEqual([
      customerRow(nina, {
        ...{ membership_type: "Product Subscription", current_status: "ACTIVE" },
        ...{ membership_start_date: on("02-17"), membership_end_date: on("04-17") },
        ...{ ps_total_contracts: "1", ps_active_contracts: "1" },
        vip_status_history: `${on("02-17 09:05")} | ACTIVE | Gold Club monthly began.`,
      }),
    ]);
    const weeks = { type: "Every 4 weeks", interval_name: "WEEK", price: "9.00" };
    expect(await store.rowsOf("subscriptions", nina)).toEqual([
      subscriptionRow(nina, contracts.membership, {
        ...{ start_date: on("02-17"), last_charge_date: on("03-17") },
        next_charge_date: on("04-17"),
      }),
      subscriptionRow(
        nina,
        contracts.goods,
        {
          ...{ ...weeks, start_date: on("02-19"), last_charge_date: on("03-19") },
          next_charge_date: on("04-16"),
        },
        4,
      ),
    ]);
  });
});

describe("a charge that never goes through", () => {
  test("leaves its reasons with the customer, and no order", async () => {
    expect(await store.orders(pam)).toHaveLength(1);
    const line = (hour: string) => `${on(hour)} | 13.90 | The account did not have enough funds.`;
    const days = ["03-21 08:00", "03-23 08:00", "03-26 08:00", "03-29 08:00"];
    expect(await store.rowsOf("customers", pam)).toEqual([
      customerRow(pam, {
        ...{ membership_type: "Product Subscription", auto_charge_failed: "Yes" },
        ps_failure_reasons: [line("03-19 10:05"), ...days.map(line)].join("\n"),
        ...{ ps_total_contracts: "1", ps_active_contracts: "0" },
      }),
    ]);
    expect(await store.rowsOf("subscriptions", pam)).toEqual([
      subscriptionRow(
        pam,
        contracts.unpaid,
        {
          ...{ type: "Every 4 weeks", interval_name: "WEEK", price: "9.00", status: "CANCELLED" },
          ...{ start_date: on("02-19"), last_charge_date: on("03-29") },
          ...{ last_charge_status: "Failed", cancelled_date: on("03-29") },
        },
        4,
      ),
    ]);
    expect(await store.rowsOf("cancellation-reasons", pam)).toEqual([
      {
        ...{ platform_customer_gid: pam.gid, customer_email: pam.email },
        ...{ subscription_plan_name: "Plants by post", cancel_date: on("03-29 08:00") },
        cancel_reason: "",
      },
    ]);
  });
});

describe("credit that pays a renewal", () => {
  test("is used credit of its order, not a discount", async () => {
    const all = {
      ...{ checkout_type: "VIP", checkout_type_first_order: "VIP" },
      ...{ customer_first_order_date: on("02-19"), customer_first_vip_order_date: on("02-19") },
      customer_first_recharge_order_date: on("03-19"),
    };
    const first = { order_date: on("02-19 10:05"), revenue: "15.00", tax: "2.39" };
    expect(await store.rowsOf("orders", cora)).toEqual(
      await orderRows(store, cora, all, [
        { ...first, order_tag: "New-vip" },
        {
          ...{ ...charged, order_date: on("03-19 10:05"), order_tag: "recharge" },
          ...{ revenue: "9.00", tax: "1.44", store_credit_used: "6.00" },
        },
      ]),
    );
    const renewal = (await store.orders(cora))[1];
    expect(await store.rowsOf("store-credits", cora)).toEqual([
      ledgerRow(cora, 4, "6.00", { created_at: on("02-19"), message: "Late parcel" }),
      ledgerRow(cora, 2, "-6.00", {
        ...{ created_at: on("03-19"), message: `Used for order ${renewal?.name}` },
        ...{ order_gid: renewal?.gid ?? "", redeemed_from_subscribfy: "6.00", used_in: "renewal" },
      }),
    ]);
    expect(await store.rowsOf("customers", cora)).toEqual([
      customerRow(cora, {
        ...{ membership_type: "VIP", current_status: "ACTIVE" },
        ...{ membership_start_date: on("02-19"), membership_end_date: on("04-19") },
        ...{ total_store_credits_charged: "6.00", date_of_last_charge: on("02-19") },
        total_store_credit_used: "6.00",
        vip_status_history: `${on("02-19 10:05")} | ACTIVE | Gold Club monthly began.`,
      }),
    ]);
  });
});

test("a renewal that was refunded in part says so beside its own status", async () => {
  const all = {
    ...{ revenue: "13.90", tax: "2.22", checkout_type: "Product Subscription" },
    checkout_type_first_order: "Product Subscription",
    ...{ customer_first_order_date: on("02-19"), customer_first_ps_order_date: on("02-19") },
    customer_first_ps_recharge_order_date: on("03-19"),
  };
  expect(await store.rowsOf("orders", pia)).toEqual(
    await orderRows(store, pia, all, [
      { order_date: on("02-19 10:05"), order_tag: "New-SubsProd" },
      {
        ...{ ...charged, order_date: on("03-19 10:05"), order_tag: "SubsProd-Recharge" },
        ...{ financial_status: "partially_refunded", refund_date: on("03-20") },
        autocharge_status: "partially_refunded",
      },
    ]),
  );
});

test("a free trial begins with an order of nothing; its full charges are recharges", async () => {
  const all = {
    ...{ checkout_type: "VIP", checkout_type_first_order: "VIP" },
    ...{ customer_first_order_date: on("02-19"), customer_first_vip_order_date: on("02-19") },
    customer_first_recharge_order_date: on("03-05"),
  };
  expect(await store.rowsOf("orders", fred)).toEqual(
    await orderRows(store, fred, all, [
      {
        ...{ order_date: on("02-19 10:05"), revenue: "0.00", tax: "0.00", order_tag: "New-vip" },
        payment_gateway: "",
      },
      {
        ...{ ...charged, order_date: on("03-05 10:05"), order_tag: "recharge" },
        ...{ revenue: "14.90", tax: "2.38" },
      },
    ]),
  );
  expect(await store.rowsOf("subscriptions", fred)).toEqual([
    subscriptionRow(fred, contracts.free, {
      ...{ type: "Trial monthly", price: "14.90", start_date: on("02-19") },
      ...{ last_charge_date: on("03-05"), next_charge_date: on("04-05") },
    }),
  ]);
});

test("a build from nothing makes the rows that followed the facts", () =>
  expectSameWhenRebuilt(store));
