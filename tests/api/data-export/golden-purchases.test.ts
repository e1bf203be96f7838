import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { customerRow, ledgerRow, orderRow, orderRows } from "#tests/support/golden-rows.ts";
import { type GoldenShoppers, liveGoldenPurchases } from "#tests/support/golden-shoppers.ts";
import {
  expectSameWhenRebuilt,
  type GoldenStore,
  openGoldenStore,
} from "#tests/support/golden-store.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// What single purchases leave in the exports, with what befell them later, in New York from February to April.
// Every value is written from the contract, never from an answer.

let testApp: TestApp;
let store: GoldenStore;
let people: GoldenShoppers;

beforeAll(async () => {
  testApp = await startTestApp();
  store = await openGoldenStore(testApp, { timezone: "America/New_York" });
  people = await liveGoldenPurchases(store);
});
afterAll(() => testApp.close());

const on = (hour: string) => store.on(hour);
const herbs = { revenue: "19.80", tax: "3.16" };

describe("orders", () => {
  test("refunded in two parts have the day of the later one", async () => {
    expect(await store.rowsOf("orders", people.rita)).toEqual(
      await orderRows(store, people.rita, {}, [
        {
          ...{ order_date: on("02-20 23:58"), customer_first_order_date: on("02-20") },
          ...{ revenue: "34.70", tax: "5.54" },
          ...{ financial_status: "refunded", refund_date: on("04-02") },
        },
      ]),
    );
  });

  test("disputed say when, why and with what end; they are no automatic charges", async () => {
    const disputed = (dispute_status: string) => ({
      ...{ ...herbs, order_date: on("02-22 14:05"), customer_first_order_date: on("02-22") },
      ...{ dispute_status, dispute_reason: "fraudulent" },
      ...{ dispute_initiated_date: on("03-01"), dispute_last_updated_date: on("04-10") },
    });
    expect(await store.rowsOf("orders", people.will)).toEqual(
      await orderRows(store, people.will, {}, [disputed("won")]),
    );
    expect(await store.rowsOf("orders", people.lou)).toEqual(
      await orderRows(store, people.lou, {}, [disputed("lost")]),
    );
  });

  test("of a guest name the e-mail alone, and are nobody's first", async () => {
    const guest = { gid: "", email: "guest@example.com", name: "" };
    const rows = await store.read("orders");
    expect(rows.filter((row) => row.platform_customer_gid === "")).toEqual([
      orderRow(guest, people.guest, {
        ...{ order_date: on("02-22 14:05"), revenue: "25.00", tax: "3.99", brand: "Alder" },
        ...{ sales_channel: "Point of Sale", country_code: "", checkout_type_first_order: "" },
      }),
    ]);
  });

  test("that are tests or were cancelled are rows like others, with their brand", async () => {
    const all = { order_date: on("02-22 14:05"), customer_first_order_date: on("02-22") };
    expect(await store.rowsOf("orders", people.bea)).toEqual(
      await orderRows(store, people.bea, {}, [
        {
          ...{ ...all, revenue: "40.00", tax: "6.39", brand: "Birch" },
          sales_channel: "Point of Sale",
        },
        { ...all, ...herbs, financial_status: "refunded", refund_date: on("02-23") },
      ]),
    );
  });

  test("paid with credit say how much; a credit's code is no discount's", async () => {
    const all = { customer_first_order_date: on("02-23") };
    expect(await store.rowsOf("orders", people.carl)).toEqual(
      await orderRows(store, people.carl, {}, [
        {
          ...{ ...all, order_date: on("02-23 12:05"), revenue: "14.70", tax: "2.35" },
          ...{ financial_status: "partially_refunded", refund_date: on("02-28") },
          store_credit_used: "20.00",
        },
        {
          ...{ ...all, order_date: on("02-24 12:05"), revenue: "13.31", tax: "2.13" },
          ...{ coupon_code: "SAVE10", coupon_code_amount: "1.49", store_credit_used: "5.00" },
        },
      ]),
    );
  });
});

describe("a customer", () => {
  test("has the totals of what was given, used, forfeited and corrected", async () => {
    expect(await store.rowsOf("customers", people.carl)).toEqual([
      customerRow(people.carl, {
        ...{ available_current_balance: "33.00", total_store_credits_charged: "54.00" },
        ...{ date_of_last_charge: on("03-01"), total_store_credit_used: "10.00" },
        ...{ total_store_credit_forfeit: "5.00", last_store_forfeit_date: on("03-01") },
        store_forfeit_history: `${on("03-01 00:05")} | 5.00 | Left the club`,
        ...{ total_store_credit_reconciled: "3.00", last_store_reconciled_date: on("03-01") },
        store_reconciled_history: `${on("03-01 00:07")} | -3.00 | Counted twice`,
      }),
    ]);
    for (const one of [people.rita, people.will, people.lou]) {
      expect(await store.rowsOf("customers", one)).toEqual([customerRow(one, {})]);
    }
  });
});

describe("credit", () => {
  test("is in the ledger as it came and went, and names the orders that used it", async () => {
    const [first, second] = await store.orders(people.carl);
    const { carl } = people;
    const made = (day: string, message: string) => ({ created_at: on(day), message });
    expect(await store.rowsOf("store-credits", carl)).toEqual([
      ledgerRow(carl, 11, "50.00", made("02-23", "A present")),
      ledgerRow(carl, 2, "-20.00", {
        ...made("02-23", `Used for order ${first?.name}`),
        ...{ order_gid: first?.gid ?? "", redeemed_from_subscribfy: "20.00", used_in: "checkout" },
      }),
      ledgerRow(carl, 2, "-5.00", {
        ...made("02-24", `Used for order ${second?.name}`),
        ...{ order_gid: second?.gid ?? "", redeemed_from_subscribfy: "5.00", used_in: "checkout" },
      }),
      // 7.35 without goods counts for the 9.80 that money paid for them.
      ledgerRow(carl, 3, "15.00", {
        ...made("02-28", `Returned after a refund of order ${first?.name}`),
        ...{ order_gid: first?.gid ?? "", used_in: "checkout" },
      }),
      ledgerRow(carl, 6, "-5.00", made("03-01", "Left the club")),
      ledgerRow(carl, 5, "-3.00", made("03-01", "Counted twice")),
      ledgerRow(carl, 4, "4.00", made("03-01", "Late parcel")),
      ledgerRow(carl, 4, "-2.00", made("03-01", "A slip")),
      ledgerRow(carl, 7, "-1.00", made("03-01", "Old credit")),
    ]);
  });

  test("is in the history newest first; an order's name is there where there is an order", async () => {
    const [first, second] = await store.orders(people.carl);
    const entry = (hour: string, value: string, body: string, order_name?: string) => ({
      ...{ platform_customer_gid: people.carl.gid, body, value, unit: "money", status: 0 },
      ...{ created_at: on(hour), ...(order_name && { order_name }) },
    });
    const { data } = (
      await store.shop.proxy("/data/credits-history", {
        key: store.shop.key,
        query: { platform_customer_gid: people.carl.gid },
      })
    ).body;
    expect(data).toEqual([
      entry("03-01 12:05", "-1.00", "Old credit"),
      entry("03-01 12:05", "-2.00", "A slip"),
      entry("03-01 12:05", "4.00", "Late parcel"),
      entry("03-01 00:07", "-3.00", "Counted twice"),
      entry("03-01 00:05", "-5.00", "Left the club"),
      entry("02-28 23:55", "15.00", `Returned after a refund of order ${first?.name}`, first?.name),
      entry("02-24 12:05", "-5.00", `Used for order ${second?.name}`, second?.name),
      entry("02-23 12:05", "-20.00", `Used for order ${first?.name}`, first?.name),
      entry("02-23 12:05", "50.00", "A present"),
    ]);
  });
});

test("a build from nothing makes the rows that followed the facts", () =>
  expectSameWhenRebuilt(store));
