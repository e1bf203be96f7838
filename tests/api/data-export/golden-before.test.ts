import { Temporal } from "temporal-polyfill";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importShop } from "#app/domain/installation/import-shop.ts";
import { askPlatform } from "#tests/support/ask-platform.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { customerRow } from "#tests/support/golden-rows.ts";
import {
  expectSameWhenRebuilt,
  type GoldenCustomer,
  type GoldenStore,
  openGoldenStore,
} from "#tests/support/golden-store.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// What the rows say of memberships that changed before the app could see it: it hears of nothing, then
// reads the store as an installation does. The platform dates a cancellation and keeps the last order; it says of a
// pause that it is one, and not since when. Every value is written from the contract.

let testApp: TestApp;
let store: GoldenStore;
/** Canceled, and buys again later. */
let cara: GoldenCustomer;
/** Canceled. */
let lara: GoldenCustomer;
/** Paused. */
let paul: GoldenCustomer;
/** Paused, resumed and paused again later. */
let rosa: GoldenCustomer;
/** Has two memberships, and cancels one. */
let dora: GoldenCustomer;
/** Takes credit to stay, and leaves. */
let olaf: GoldenCustomer;

beforeAll(async () => {
  testApp = await startTestApp();
  store = await openGoldenStore(testApp, { timezone: "America/New_York" });
  await store.at("02-20 23:30");
  await store.control("webhooks", { lose: true });
  const before = async (first: string, last: string, began: string) => {
    const one = await store.customer(first, last);
    const there = Temporal.PlainDateTime.from(store.on(began).replace(" ", "T"));
    const created_at = there.toZonedDateTime("America/New_York").toInstant().toString();
    return [one, await store.contract(one, { price: "15.00", created_at })] as const;
  };
  const [laras, caras, pauls, rosas] = [
    await before("Lara", "Left", "01-31 12:05"),
    await before("Cara", "Came", "02-10 12:05"),
    await before("Paul", "Paused", "02-10 12:05"),
    await before("Rosa", "Returns", "02-10 12:05"),
  ];
  [lara, cara, paul, rosa] = [laras[0], caras[0], pauls[0], rosas[0]];
  for (const [, id] of [laras, caras]) await onPlatform("subscriptionContractCancel", id);
  for (const [, id] of [pauls, rosas]) await onPlatform("subscriptionContractPause", id);
  await store.at("02-20 23:50");
  await store.control("webhooks", { lose: false });
  await importShop(await store.shop.context());
  await store.shop.quiet();
  await store.at("03-15 10:00");
  await store.contract(cara, { price: "15.00" });
  dora = await store.customer("Dora", "Double");
  await store.contract(dora, { price: "15.00" });
  const rosasId = await store.subscription(rosas[1]);
  await core(`/subscriptions/${rosasId}/resume`);
  await store.at("03-16 10:00");
  await core(`/subscriptions/${rosasId}/pause`, { duration: 30 });
  olaf = await store.customer("Olaf", "Offer");
  const olafs = await store.contract(olaf, { price: "15.00" });
  const rules = {
    type: "add_store_credits",
    credit_amount: "10.00",
    expires_in_days: null,
  } as const;
  const offer = await createOffer(store.shop, rules);
  const path = `/membership/churn/${olafs}/offers/${offer}/activation`;
  const { key } = store.shop;
  expect((await store.shop.proxy(path, { method: "POST", key })).status).toBe(200);
  const doras = await store.contract(dora, { price: "15.00" });
  await store.at("03-18 10:00");
  await core(`/subscriptions/${await store.subscription(doras)}/cancel`);
  await core(`/subscriptions/${await store.subscription(olafs)}/cancel`);
  await store.at("03-20 10:00");
});
afterAll(() => testApp.close());

const on = (hour: string) => store.on(hour);
const onPlatform = (mutation: string, contractId: number) =>
  askPlatform(
    store.shop,
    `mutation ($id: ID!) { ${mutation}(subscriptionContractId: $id) { userErrors { message } } }`,
    { id: `gid://shopify/SubscriptionContract/${contractId}` },
  );
const core = async (path: string, body: Record<string, unknown> = {}) => {
  expect((await store.shop.core(path, { method: "POST", body })).status).toBe(200);
  await store.shop.quiet();
};
const expectRow = async (one: GoldenCustomer, fields: Record<string, string>) =>
  expect(await store.rowsOf("customers", one)).toEqual([
    customerRow(one, { membership_type: "VIP", ...fields }),
  ]);

describe("a membership from before the installation", () => {
  test("that was canceled ended at the instant that all exports name, and with the last paid period", async () => {
    await expectRow(lara, {
      ...{ current_status: "CANCELLED", membership_start_date: on("01-31") },
      membership_end_date: on("02-28"),
      vip_status_history: [
        `${on("01-31 12:05")} | ACTIVE | Gold Club monthly began.`,
        `${on("02-20 23:30")} | CANCELLED | Gold Club monthly was canceled.`,
      ].join("\n"),
    });
    const [contract] = await store.rowsOf("subscriptions", lara);
    expect(contract?.cancelled_date).toBe(on("02-20"));
    const [reason] = await store.rowsOf("cancellation-reasons", lara);
    expect(reason?.cancel_date).toBe(on("02-20 23:30"));
  });

  test("that was canceled lies between the beginnings of both for whoever buys again", async () => {
    await expectRow(cara, {
      ...{ current_status: "ACTIVE", membership_start_date: on("02-10") },
      membership_end_date: on("04-15"),
      vip_status_history: [
        `${on("02-10 12:05")} | ACTIVE | Gold Club monthly began.`,
        `${on("02-20 23:30")} | CANCELLED | Gold Club monthly was canceled.`,
        `${on("03-15 10:00")} | ACTIVE | Gold Club monthly began.`,
      ].join("\n"),
    });
  });

  const seen = "Gold Club monthly was paused when Perennial first saw it; since when is not known.";

  test("that was paused has no day of the pause, and a line at the hour when it was first seen", async () => {
    await expectRow(paul, {
      ...{ current_status: "PAUSED", membership_start_date: on("02-10") },
      ...{ date_paused: "", membership_end_date: on("03-10") },
      vip_status_history: [
        `${on("02-10 12:05")} | ACTIVE | Gold Club monthly began.`,
        `${on("02-20 23:50")} | PAUSED | ${seen}`,
      ].join("\n"),
    });
  });

  test("that is paused again has the day of that pause, and keeps the line of the first", async () => {
    const [row] = await store.rowsOf("customers", rosa);
    expect(row).toMatchObject({ current_status: "PAUSED", date_paused: on("03-16") });
    const lines = String(row?.vip_status_history).split("\n");
    expect(lines.slice(0, 2)).toEqual([
      `${on("02-10 12:05")} | ACTIVE | Gold Club monthly began.`,
      `${on("02-20 23:50")} | PAUSED | ${seen}`,
    ]);
    expect(lines.slice(2).map((line) => line.split(" | ").slice(0, 2))).toEqual([
      [on("03-15 10:00"), "ACTIVE"],
      [on("03-16 10:00"), "PAUSED"],
    ]);
  });
});

test("the state of a line is the customer's: of two memberships the end of one leaves it active", async () => {
  const [row] = await store.rowsOf("customers", dora);
  expect(row).toMatchObject({
    current_status: "ACTIVE",
    vip_status_history: [
      `${on("03-15 10:00")} | ACTIVE | Gold Club monthly began.`,
      `${on("03-16 10:00")} | ACTIVE | Gold Club monthly began.`,
      `${on("03-18 10:00")} | ACTIVE | Gold Club monthly was canceled.`,
    ].join("\n"),
  });
});

test("credit that ends with its offer is no charge: the last one is the day on which it was given", async () => {
  const [row] = await store.rowsOf("customers", olaf);
  const values = (await store.rowsOf("store-credits", olaf)).map(({ type, value, created_at }) => [
    ...[type, value, created_at],
  ]);
  expect(values).toEqual([
    [9, "10.00", on("03-16")],
    [9, "-10.00", on("03-19")],
  ]);
  expect(row).toMatchObject({
    date_of_last_charge: on("03-16"),
    available_current_balance: "0.00",
  });
});

test("a build from nothing makes the rows that followed the facts", () =>
  expectSameWhenRebuilt(store));
