import { Temporal } from "temporal-polyfill";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXPORT_NAMES } from "#app/domain/data-export/modules/export-modules.ts";
import { importingShop } from "#tests/support/contract-import.ts";
import { customerRow, orderRow, subscriptionRow } from "#tests/support/golden-rows.ts";
import {
  type GoldenCustomer,
  type GoldenStore,
  openGoldenStore,
} from "#tests/support/golden-store.ts";
import { signProxyQuery } from "#tests/support/sign-proxy-query.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// How the exports are read, in Tokyo, whose day begins fourteen hours before New York's, and where money has no
// decimals; with a contract of another app and orders of earlier days that arrive late.

let testApp: TestApp;
let store: GoldenStore;
let yuki: GoldenCustomer;
let ida: GoldenCustomer;
let imported = 0;
let yukis = 0;
let lastOfJanuary = "";
let firstOfFebruary = "";

beforeAll(async () => {
  testApp = await startTestApp();
  store = await openGoldenStore(testApp, { timezone: "Asia/Tokyo", currency: "JPY" });
  await store.at("02-10 00:05");
  yuki = await store.customer("Yuki", "Early", { country_code: "JP" });
  yukis = await store.contract(yuki, { price: "1500" });
  await store.contract(await store.customer("Zoe", "First"), { kind: "product", price: "900" });
  const importing = await importingShop(store.shop);
  ida = await store.customer("Ida", "Moved", { country_code: "JP" });
  const line = await importing.line({
    ...{ customer: String(ida.cid), price: "1250" },
    ...{ start_date: "2025-05-20", next_date: `${store.year}-02-20` },
  });
  const importId = await importing.upload([line]);
  await importing.confirm(importId);
  await importing.activate(importId);
  imported = (await importing.contracts(ida.cid))[0]?.contractId ?? 0;
  await store.at("02-15 08:05");
  firstOfFebruary = await lateOrder("02-01T00:00");
  lastOfJanuary = await lateOrder("01-31T23:59");
  await store.at("03-31 08:05");
  const id = await store.subscription(imported);
  await store.shop.core(`/subscriptions/${id}/cancel`, { body: { reason: "other" } });
  await store.shop.quiet();
});
afterAll(() => testApp.close());

/** An order of a guest that another system dates back, at an hour of the store's zone. */
async function lateOrder(hour: string): Promise<string> {
  const placed = Temporal.PlainDateTime.from(`${store.year}-${hour}`).toZonedDateTime("Asia/Tokyo");
  const fields = { email: "guest@example.com", total: "800" };
  const body = await store.control("orders/plain", {
    ...fields,
    placed_at: placed.toInstant().toString(),
  });
  return `gid://platform/Order/${body.order_id}`;
}

const on = (hour: string) => store.on(hour);
const yen = { currency: "JPY", tax: "0.00", country_code: "JP" };
const member = { checkout_type: "VIP", checkout_type_first_order: "VIP" };

describe("a store whose money has no decimals", () => {
  test("has two decimals in every row, and the days of its zone", async () => {
    const [first, second] = await store.orders(yuki);
    const all = {
      ...{ ...yen, ...member, revenue: "1500.00" },
      ...{ customer_first_order_date: on("02-10"), customer_first_vip_order_date: on("02-10") },
      customer_first_recharge_order_date: on("03-10"),
    };
    if (!first || !second) throw new Error("there is no renewal");
    expect(await store.rowsOf("orders", yuki)).toEqual([
      orderRow(yuki, first, { ...all, order_date: on("02-10 00:05"), order_tag: "New-vip" }),
      orderRow(yuki, second, {
        ...{ ...all, order_date: on("03-10 00:05"), order_tag: "recharge" },
        sales_channel: "Subscriptions",
      }),
    ]);
    expect(await store.rowsOf("subscriptions", yuki)).toEqual([
      subscriptionRow(yuki, yukis, {
        ...{ price: "1500.00", currency: "JPY", start_date: on("02-10") },
        ...{ last_charge_date: on("03-10"), next_charge_date: on("04-10") },
      }),
    ]);
  });
});

describe("an imported contract", () => {
  const activated = () =>
    `Gold Club monthly is active: the old app has stopped. The next charge is on ${on("02-20")}.`;

  test("began where it came from, and has recharges only", async () => {
    const [first, second] = await store.orders(ida);
    const all = {
      ...{ ...yen, ...member, revenue: "1250.00", order_tag: "recharge" },
      ...{ customer_first_order_date: on("02-20"), customer_first_vip_order_date: on("02-20") },
      ...{ customer_first_recharge_order_date: on("02-20"), sales_channel: "Subscriptions" },
    };
    if (!first || !second) throw new Error("there are no charges");
    expect(await store.rowsOf("orders", ida)).toEqual([
      orderRow(ida, first, { ...all, order_date: on("02-20 00:00") }),
      orderRow(ida, second, { ...all, order_date: on("03-20 00:00") }),
    ]);
    expect(await store.rowsOf("subscriptions", ida)).toEqual([
      subscriptionRow(ida, imported, {
        ...{ price: "1250.00", currency: "JPY", start_date: "2025-05-20", status: "CANCELLED" },
        ...{ last_charge_date: on("03-20"), cancelled_date: on("03-31") },
      }),
    ]);
    expect(await store.rowsOf("cancellation-reasons", ida)).toEqual([
      {
        ...{ platform_customer_gid: ida.gid, customer_email: ida.email },
        ...{ subscription_plan_name: "Gold Club", cancel_date: on("03-31 08:05") },
        cancel_reason: "Other",
      },
    ]);
    expect(await store.rowsOf("customers", ida)).toEqual([
      customerRow(ida, {
        ...{ membership_type: "VIP", current_status: "CANCELLED", country_code: "JP" },
        ...{ membership_start_date: "2025-05-20", membership_end_date: on("04-20") },
        cancel_reason: "Other",
        vip_status_history: [
          "2025-05-20 00:00 | ACTIVE | Gold Club monthly began.",
          `${on("02-10 00:05")} | PAUSED | Gold Club monthly was imported, and waits for the old app to stop.`,
          `${on("02-10 00:05")} | ACTIVE | ${activated()}`,
          `${on("03-31 08:05")} | CANCELLED | Gold Club monthly was canceled.`,
        ].join("\n"),
      }),
    ]);
  });
});

describe("since_date", () => {
  const orders = async (since_date: string) =>
    (await store.read("orders", { since_date })).map((row) => row.order_id);

  test("begins at midnight in the store's zone, of orders that arrived late too", async () => {
    const all = (await store.read("orders")).map((row) => row.order_id);
    expect(await orders(on("01-31"))).toEqual(all);
    const later = all.filter((id) => id !== lastOfJanuary);
    expect(await orders(on("02-01"))).toEqual(later);
    expect(await orders(on("02-02"))).toEqual(later.filter((id) => id !== firstOfFebruary));
  });

  test("takes the first day that can be written, and the last", async () => {
    for (const name of ["orders", "subscriptions", "cancellation-reasons", "store-credits"]) {
      expect(await store.read(name, { since_date: "0001-01-01" })).toEqual(await store.read(name));
      expect(await store.read(name, { since_date: "9999-12-31" })).toEqual([]);
    }
  });

  test("takes each export's own day: beginnings, cancellations; and customers have none", async () => {
    const contracts = async (since_date: string) =>
      (await store.read("subscriptions", { since_date })).map((row) => row.platform_contract_id);
    expect(await contracts("2025-05-20")).toContain(String(imported));
    expect(await contracts("2025-05-21")).not.toContain(String(imported));
    expect(await contracts(on("02-10"))).toContain(String(yukis));
    expect(await contracts(on("02-11"))).toEqual([]);
    const ended = async (since_date: string) =>
      (await store.read("cancellation-reasons", { since_date })).length;
    expect([await ended(on("03-31")), await ended(on("04-01"))]).toEqual([1, 0]);
    const everyone = await store.read("customers");
    expect(await store.read("customers", { since_date: "2999-02-30" })).toEqual(everyone);
  });
});

const cursors = EXPORT_NAMES.filter((name) => name !== "members");
const numbered = ["members", "credits-history"];
const everyExport = [...numbered, ...cursors];
/** The answer as it went over the wire. */
const ask = (name: string, query: Record<string, string>, method = "GET", spoiled = false) => {
  const secret = testApp.environment.SHOPIFY_API_SECRET;
  const signed = signProxyQuery(query, { shop: store.shop.domain, secret });
  if (spoiled) signed.set("signature", "0".repeat(64));
  return fetch(`${testApp.url}/proxy/v1/data/${name}?${signed}`, { method });
};

describe("the seven exports", () => {
  test("are seven", () => {
    expect(everyExport.toSorted()).toEqual(
      [
        ...["members", "credits-history", "orders", "customers", "subscriptions"],
        ...["cancellation-reasons", "store-credits"],
      ].toSorted(),
    );
  });

  test.each(cursors)(
    "%s: the same since_id gives the same bytes, whatever page says",
    async (name) => {
      const key = store.shop.key;
      const texts = [];
      for (const query of [{}, {}, { page: "2" }, { page: "no page" }]) {
        const answer = await ask(name, { key, since_id: "1", ...query });
        expect(answer.status).toBe(200);
        texts.push(await answer.text());
      }
      expect(new Set(texts).size).toBe(1);
      expect(JSON.parse(texts[0] ?? "").meta).toEqual({
        ...{ per_page: 10_000, last_id: expect.any(Number), has_more: false },
        timezone: "Asia/Tokyo",
      });
    },
  );

  test.each(everyExport)("%s: parameters of any other name change nothing", async (name) => {
    const { key } = store.shop;
    const others = { Foo: "1", "utm-source": "x", "ids[]": "2", key2: "3", "a b": "4" };
    const [plain, more] = [await ask(name, { key }), await ask(name, { key, ...others })];
    expect([more.status, await more.text()]).toEqual([200, await plain.text()]);
  });

  test.each(everyExport)(
    "%s: no key, another store's, and a false signature are 401",
    async (name) => {
      const other = await testApp.createShop();
      const { key } = store.shop;
      const refused = [
        await ask(name, {}),
        await ask(name, { key: "" }),
        await ask(name, { key: `${key.slice(0, -1)}${key.endsWith("x") ? "y" : "x"}` }),
        await ask(name, { key: other.key }),
        await ask(name, { key }, "GET", true),
      ];
      for (const answer of refused) {
        expect(answer.status).toBe(401);
        expect(await answer.json()).toEqual({ message: expect.any(String) });
      }
    },
  );

  const notWhole = ["-1", "1.0", "", "1e3", " 1", "9007199254740992", "one"];
  const noDay = [
    "2025-02-30",
    "0000-01-01",
    "10000-01-01",
    "25-2-3",
    "",
    "2025-02-03T00:00",
    "20250203",
  ];
  const noCustomer = [
    ...["", "abc", " 1001", "-1", "1.5", "1001\0", "1001,1002", "9".repeat(40)],
    ...["gid://platform/Order/1", "gid://shopify/Customer/1001", "gid://platform/Customer/"],
  ];
  const refusals: [string, string, string[]][] = [
    ["customers", "platform_customer_gid", noCustomer],
    ["credits-history", "platform_customer_gid", noCustomer],
    ...numbered.map((name): [string, string, string[]] => [name, "page", ["0", ...notWhole]]),
    ...cursors.map((name): [string, string, string[]] => [name, "since_id", notWhole]),
    ...cursors
      .filter((name) => name !== "customers")
      .map((name): [string, string, string[]] => [name, "since_date", noDay]),
  ];
  test.each(refusals)("%s: %s that is none is 422", async (name, parameter, values) => {
    for (const value of values) {
      const answer = await ask(name, { key: store.shop.key, [parameter]: value });
      expect(answer.status, value).toBe(422);
      const body = await answer.json();
      expect(body).toEqual({ error: true, message: expect.any(String), data: expect.any(String) });
      expect(JSON.parse(body.data)).toEqual({ [parameter]: [expect.any(String)] });
    }
  });

  test.each(everyExport)("%s: HEAD has the head of GET and no body", async (name) => {
    const { key } = store.shop;
    const [head, get] = [await ask(name, { key }, "HEAD"), await ask(name, { key })];
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    expect((await get.json()).data).toEqual(expect.any(Array));
    expect((await ask(name, {}, "HEAD")).status).toBe(401);
  });
});
