import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnyJson } from "#tests/support/any-json.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// One amount of a store, through every door: exactly what was paid, with the currency's own decimals.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

interface Case {
  currency: string;
  price: string;
  credit: string;
  /** As the core API and the exports write them. */
  shown: { price: string; credit: string; exported: string };
  minor: number;
  digits: number;
}

const CASES: Case[] = [
  {
    currency: "HUF",
    price: "1299.50",
    credit: "12.5",
    shown: { price: "1299.50", credit: "12.50", exported: "1299.50" },
    minor: 129_950,
    digits: 2,
  },
  {
    currency: "KWD",
    price: "12.345",
    credit: "2.25",
    shown: { price: "12.345", credit: "2.250", exported: "12.35" },
    minor: 12_345,
    digits: 3,
  },
  {
    currency: "JPY",
    price: "1250",
    credit: "500",
    shown: { price: "1250.00", credit: "500.00", exported: "1250.00" },
    minor: 1250,
    digits: 0,
  },
];

describe.each(CASES)(
  "a store in $currency",
  ({ currency, price, credit, shown, minor, digits }) => {
    let shop: TestShop;
    let cid: number;
    let contractId: number;

    beforeAll(async () => {
      shop = await testApp.createShop({ currency });
      ({ cid, contractId } = await shop.createContract({ price }));
      expect((await shop.control("orders/plain", { cid, total: price })).status).toBe(200);
      await shop.quiet();
    });

    const rows = async (module: string): Promise<AnyJson[]> => {
      const { status, body } = await shop.proxy(`/data/${module}`, { key: shop.key });
      expect(status).toBe(200);
      return body.data;
    };

    test("exports what was paid", async () => {
      expect((await rows("orders")).map(({ revenue }) => revenue)).toContain(shown.exported);
      expect((await rows("subscriptions")).map((row) => row.price)).toEqual([shown.exported]);
    });

    test("answers the core API exactly", async () => {
      const { body } = await shop.core("/subscriptions");
      expect(body.data).toMatchObject([{ price: shown.price, currency }]);
    });

    test("takes credit with the currency's decimals, and gives it back alike", async () => {
      const added = await shop.core(`/store-credits/${cid}/add`, {
        body: { amount: Number(credit), reason: "Goodwill" },
      });
      expect(added).toMatchObject({ status: 200, body: { data: { balance: shown.credit } } });
      const held = await shop.proxy("/storefront/store-credit/hold", {
        cid,
        // As the theme asks: a cart counts in hundredths.
        body: { amount: Number(credit).toFixed(2) },
      });
      expect(held.status).toBe(200);
      expect(Number(held.body.amount)).toBe(Number(credit));
    });

    test("shows the shopper the price with the decimals that the storefront needs", async () => {
      const { body } = await shop.proxy(`/storefront/portal/${contractId}`, { cid });
      expect(body.contract).toMatchObject({
        price_minor: minor,
        currency,
        currency_digits: digits,
      });
    });
  },
);
