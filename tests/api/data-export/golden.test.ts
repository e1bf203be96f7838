import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { customerRow, ledgerRow, orderRows, subscriptionRow } from "#tests/support/golden-rows.ts";
import {
  expectSameWhenRebuilt,
  type GoldenCustomer,
  type GoldenStore,
  openGoldenStore,
} from "#tests/support/golden-store.ts";
import {
  type GoldenSubscribers,
  liveGoldenSubscriptions,
} from "#tests/support/golden-subscriptions.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// What subscriptions and memberships leave in the exports, from February to May in New York, where summer time
// begins between the 8th and the 14th of March. Every value is written from the contract, never from an answer. Webhooks
// come late, three times and in reverse order: rows have to be these bytes all the same.

let testApp: TestApp;
let store: GoldenStore;
let people: GoldenSubscribers;

beforeAll(async () => {
  testApp = await startTestApp();
  store = await openGoldenStore(testApp, { timezone: "America/New_York" }, { isTroubled: true });
  people = await liveGoldenSubscriptions(store);
});
afterAll(() => testApp.close());

const on = (hour: string) => store.on(hour);
const renewal = (order_date: string, more: Record<string, string> = {}) => ({
  ...{ order_date: on(order_date), revenue: "15.00", tax: "2.39", order_tag: "recharge" },
  ...{ sales_channel: "Subscriptions", ...more },
});
const delivery = (order_date: string, revenue: string, tax: string) =>
  renewal(order_date, { revenue, tax, order_tag: "SubsProd-Recharge" });

describe("orders", () => {
  test("of a paid trial are its fee, the first full charge and recharges, at the same local hour in summer", async () => {
    const all = {
      ...{ checkout_type: "VIP", checkout_type_first_order: "VIP" },
      customer_first_order_date: on("02-21"),
      customer_first_vip_order_date: on("02-21"),
      customer_first_recharge_order_date: on("04-07"),
    };
    expect(await store.rowsOf("orders", people.tess)).toEqual(
      await orderRows(store, people.tess, all, [
        { order_date: on("02-21 23:50"), revenue: "1.00", tax: "0.16", order_tag: "trial fee" },
        renewal("03-07 23:50", { revenue: "14.90", tax: "2.38", order_tag: "New-vip" }),
        renewal("04-07 23:50", { revenue: "14.90", tax: "2.38" }),
        renewal("05-07 23:50", { revenue: "14.90", tax: "2.38" }),
      ]),
    );
  });

  test("of a membership with three renewals, one disputed and one refunded, say what credit they lost", async () => {
    const all = {
      ...{ checkout_type: "VIP", checkout_type_first_order: "VIP" },
      ...{ country_code: "US", province: "New York" },
      customer_first_order_date: on("02-10"),
      customer_first_vip_order_date: on("02-10"),
      customer_first_recharge_order_date: on("03-10"),
    };
    expect(await store.rowsOf("orders", people.mara)).toEqual(
      await orderRows(store, people.mara, all, [
        { order_date: on("02-10 12:05"), revenue: "15.00", tax: "2.39", order_tag: "New-vip" },
        renewal("03-10 12:05"),
        renewal("04-10 12:05", {
          ...{ autocharge_status: "Dispute", dispute_status: "needs_response" },
          ...{ dispute_initiated_date: on("04-11"), dispute_last_updated_date: on("04-11") },
          dispute_reason: "fraudulent",
          ...{ store_credit_deducted: "10.00", deduction_date: on("04-11") },
        }),
        renewal("05-10 12:05", {
          ...{ financial_status: "refunded", refund_date: on("05-11") },
          autocharge_status: "refunded",
          ...{ store_credit_deducted: "10.00", deduction_date: on("05-11") },
        }),
      ]),
    );
  });

  test("count the failures of the charge that paid them, with their reasons", async () => {
    const all = {
      ...{ checkout_type: "VIP", checkout_type_first_order: "VIP" },
      customer_first_order_date: on("02-15"),
      customer_first_vip_order_date: on("02-15"),
      customer_first_recharge_order_date: on("03-19"),
    };
    expect(await store.rowsOf("orders", people.finn)).toEqual(
      await orderRows(store, people.finn, all, [
        { order_date: on("02-15 09:05"), revenue: "15.00", tax: "2.39", order_tag: "New-vip" },
        renewal("03-19 08:00", {
          auto_charge_failed_count: "2",
          auto_charge_failure_reasons: failures(),
        }),
        renewal("04-15 09:05"),
        renewal("05-15 09:05"),
      ]),
    );
  });

  test("of product subscriptions are first and recharge, with an offer's price while it applied", async () => {
    const all = {
      checkout_type: "Product Subscription",
      checkout_type_first_order: "Product Subscription",
      customer_first_order_date: on("02-19"),
      customer_first_ps_order_date: on("02-19"),
      customer_first_ps_recharge_order_date: on("03-19"),
    };
    const first = (revenue: string, tax: string) => ({
      ...{ order_date: on("02-19 10:05"), revenue, tax, order_tag: "New-SubsProd" },
    });
    expect(await store.rowsOf("orders", people.petra)).toEqual(
      await orderRows(store, people.petra, all, [
        first("13.90", "2.22"),
        delivery("03-19 10:05", "13.90", "2.22"),
        delivery("04-16 10:05", "13.90", "2.22"),
        delivery("05-14 10:05", "13.90", "2.22"),
      ]),
    );
    expect(await store.rowsOf("orders", people.olga)).toEqual(
      await orderRows(store, people.olga, all, [
        first("24.90", "3.98"),
        delivery("03-19 10:05", "20.90", "3.34"),
        delivery("04-16 10:05", "24.90", "3.98"),
        delivery("05-14 10:05", "24.90", "3.98"),
      ]),
    );
  });

  test("of a mixed cart are of the contract's kind; credit that a won dispute gave back was not deducted", async () => {
    const member = {
      ...{ checkout_type: "VIP", checkout_type_first_order: "VIP" },
      customer_first_order_date: on("02-22"),
      customer_first_vip_order_date: on("02-22"),
      customer_first_recharge_order_date: on("03-22"),
    };
    expect(await store.rowsOf("orders", people.mixi)).toEqual(
      await orderRows(store, people.mixi, member, [
        { order_date: on("02-22 12:05"), revenue: "34.80", tax: "5.56", order_tag: "New-vip" },
        renewal("03-22 12:05"),
        renewal("04-22 12:05", {
          ...{ autocharge_status: "Dispute", dispute_status: "won", dispute_reason: "fraudulent" },
          ...{ dispute_initiated_date: on("05-11"), dispute_last_updated_date: on("05-15") },
        }),
      ]),
    );
    const goods = {
      checkout_type: "Product Subscription",
      checkout_type_first_order: "Product Subscription",
      customer_first_order_date: on("02-22"),
      customer_first_ps_order_date: on("02-22"),
      customer_first_ps_recharge_order_date: on("03-22"),
    };
    expect(await store.rowsOf("orders", people.sol)).toEqual(
      await orderRows(store, people.sol, goods, [
        { order_date: on("02-22 12:05"), revenue: "49.60", tax: "7.92", order_tag: "New-SubsProd" },
        delivery("03-22 12:05", "19.80", "3.16"),
        delivery("04-19 12:05", "19.80", "3.16"),
        delivery("05-17 12:05", "19.80", "3.16"),
      ]),
    );
  });
});

/** Finn's renewal: its day, and the morning two days after. */
const failures = () =>
  `${on("03-15 09:05")} | 15.00 | The account did not have enough funds.\n${on("03-17 08:00")} | 15.00 | The card was declined.`;

describe("customers", () => {
  const expectRow = async (one: GoldenCustomer, fields: Record<string, string>) =>
    expect(await store.rowsOf("customers", one)).toEqual([customerRow(one, fields)]);
  const member = (from: string, until: string) => ({
    ...{ membership_type: "VIP", current_status: "ACTIVE" },
    ...{ membership_start_date: on(from), membership_end_date: on(until) },
  });
  const credit = (all: string, last: string) => ({
    ...{ available_current_balance: all, total_store_credits_charged: all },
    date_of_last_charge: on(last),
  });

  test("with a membership say since when, until when it is paid, and what happened to it", async () => {
    await expectRow(people.mara, {
      ...member("02-10", "06-10"),
      ...credit("30.00", "05-10"),
      ...{ current_status: "CANCELLED", cancel_reason: "I don't use it enough" },
      ...{ country_code: "US", province: "New York" },
      ...{ available_current_balance: "10.00", total_store_credit_disputed: "10.00" },
      total_store_credit_refunded: "10.00",
      vip_status_history: [
        `${on("02-10 12:05")} | ACTIVE | Gold Club monthly began.`,
        `${on("05-16 00:20")} | CANCELLED | Gold Club monthly was canceled.`,
      ].join("\n"),
    });
    await expectRow(people.paul, {
      ...member("02-19", "05-24"),
      ...credit("30.00", "04-24"),
      ...{ current_status: "PAUSED", date_paused: on("05-16") },
      vip_status_history: [
        `${on("02-19 10:05")} | ACTIVE | Gold Club monthly began.`,
        `${on("04-01 11:05")} | PAUSED | Gold Club monthly was paused until ${on("05-01")}.`,
        `${on("04-06 11:05")} | ACTIVE | Gold Club monthly was resumed; the next charge is on ${on("04-24")}.`,
        `${on("05-16 00:20")} | PAUSED | Gold Club monthly was paused until ${on("06-15")}.`,
      ].join("\n"),
    });
    await expectRow(people.tess, {
      ...member("02-21", "06-07"),
      vip_status_history: `${on("02-21 23:50")} | ACTIVE | Trial monthly began.`,
    });
    await expectRow(people.mixi, {
      ...member("02-22", "05-22"),
      ...credit("30.00", "04-22"),
      vip_status_history: `${on("02-22 12:05")} | ACTIVE | Gold Club monthly began.`,
    });
  });

  test("whose charge failed say so, and why, after it was paid too", async () => {
    await expectRow(people.finn, {
      ...member("02-15", "06-15"),
      ...credit("40.00", "05-15"),
      ...{ auto_charge_failed: "Yes", failure_reasons: failures() },
      vip_status_history: `${on("02-15 09:05")} | ACTIVE | Gold Club monthly began.`,
    });
  });

  test("with goods alone have no membership, and count their contracts", async () => {
    const goods = { membership_type: "Product Subscription", ps_total_contracts: "1" };
    await expectRow(people.petra, { ...goods, ps_cancel_reason: "It's too expensive" });
    for (const one of [people.olga, people.sol]) {
      await expectRow(one, { ...goods, ps_active_contracts: "1" });
    }
  });

  test("are members once they had a membership, with what they have now", async () => {
    const balances = { mara: "10.00", finn: "40.00", paul: "30.00", tess: "0.00", mixi: "30.00" };
    const { data } = (await store.shop.proxy("/data/members", { key: store.shop.key })).body;
    expect(data).toEqual(
      Object.entries(balances).map(([name, balance_from_subscribfy]) => {
        const { gid, email } = people[name as keyof GoldenSubscribers];
        return { platform_customer_gid: gid, email, balance_from_subscribfy };
      }),
    );
  });
});

describe("subscriptions", () => {
  const dates = (start: string, last: string, next: string) => ({
    ...{ start_date: on(start), last_charge_date: on(last) },
    next_charge_date: next && on(next),
  });
  const weeks = { type: "Every 4 weeks", interval_name: "WEEK" };

  test("say what they cost, when they are charged and what became of them", async () => {
    const { mara, finn, paul, petra, olga, tess, mixi, sol } = people;
    const expected = [
      subscriptionRow(mara, mara.contractId, {
        ...dates("02-10", "05-10", ""),
        ...{ status: "CANCELLED", cancelled_date: on("05-16") },
      }),
      subscriptionRow(finn, finn.contractId, dates("02-15", "05-15", "06-15")),
      subscriptionRow(paul, paul.contractId, {
        // The charge after the pause, not the one that falls into it.
        ...{ ...dates("02-19", "04-24", "06-23"), status: "PAUSED" },
      }),
      subscriptionRow(
        petra,
        petra.contractId,
        {
          ...{ ...weeks, ...dates("02-19", "05-14", ""), price: "9.00" },
          ...{ status: "CANCELLED", cancelled_date: on("05-15") },
        },
        4,
      ),
      subscriptionRow(
        olga,
        olga.contractId,
        {
          ...{ ...weeks, ...dates("02-19", "05-14", "06-11"), price: "20.00" },
          ...{ churn_offer_status: "Cancelled", offer_type: "discount_price" },
          ...{ price_with_offer: "16.00", offer_accepted_date: on("02-25") },
          offer_cancel_date: on("03-25"),
        },
        4,
      ),
      subscriptionRow(tess, tess.contractId, {
        ...{ ...dates("02-21", "05-07", "06-07"), type: "Trial monthly", price: "14.90" },
      }),
      subscriptionRow(mixi, mixi.contractId, dates("02-22", "04-22", "05-22")),
      subscriptionRow(
        sol,
        sol.contractId,
        { ...weeks, ...dates("02-22", "05-17", "06-14"), price: "14.90" },
        4,
      ),
    ];
    expect(await store.read("subscriptions")).toEqual(expected);
  });

  test("that ended are one cancellation each, with the group's name and the reason's title", async () => {
    const row = ({ gid, email }: GoldenCustomer) => ({
      ...{ platform_customer_gid: gid, customer_email: email },
    });
    const rows = await store.read("cancellation-reasons");
    // Of rows that appear together, either may come first.
    const inTime = rows.toSorted((a, b) =>
      String(a.cancel_date).localeCompare(String(b.cancel_date)),
    );
    expect(inTime).toEqual([
      {
        ...{ ...row(people.petra), subscription_plan_name: "Plants by post" },
        ...{ cancel_date: on("05-15 23:30"), cancel_reason: "It's too expensive" },
      },
      {
        ...{ ...row(people.mara), subscription_plan_name: "Gold Club" },
        ...{ cancel_date: on("05-16 00:20"), cancel_reason: "I don't use it enough" },
      },
    ]);
  });
});

describe("credit of a membership", () => {
  test("is in the ledger with the order that gave it, and with the one that lost it", async () => {
    const orders = await store.orders(people.mara);
    const sentence: Record<number, string> = {
      1: "for order #",
      10: "taken back: order # was disputed",
      12: "taken back: order # was refunded",
    };
    const entry = (type: number, value: string, order: number, day: string) =>
      ledgerRow(people.mara, type, value, {
        ...{ order_gid: orders[order]?.gid ?? "", created_at: on(day) },
        message: `Membership credit ${sentence[type]?.replace("#", orders[order]?.name ?? "")}`,
      });
    expect(await store.rowsOf("store-credits", people.mara)).toEqual([
      entry(1, "10.00", 1, "03-10"),
      entry(1, "10.00", 2, "04-10"),
      entry(10, "-10.00", 2, "04-11"),
      entry(1, "10.00", 3, "05-10"),
      entry(12, "-10.00", 3, "05-11"),
    ]);
  });
});

test("a build from nothing makes the rows that followed the facts", () =>
  expectSameWhenRebuilt(store));
