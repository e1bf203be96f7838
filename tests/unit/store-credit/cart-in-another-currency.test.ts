import { afterEach, describe, expect, test, vi } from "vitest";
import type { AjaxCart } from "#storefront/ajax-cart.ts";
import { currencyDigits } from "#storefront/money/currency-digits.ts";
import { readCart } from "#storefront/store-credit/cart.ts";
import { fc } from "#tests/support/property.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

interface Shown {
  /** Hundredths of the cart's currency. */
  goods: number;
  giftCards?: number;
  /** The cart's, and what the page says of it. */
  currency: string;
  page?: { active: string; rate: string } | undefined;
  off?: number;
}

/** What the script makes of a cart in a browser that answers so. The credit is in `own`. */
function readIn(own: string, { goods, giftCards = 0, currency, page, off = 0 }: Shown) {
  const items = [
    { product_id: 1, final_line_price: goods },
    { product_id: 2, final_line_price: giftCards, gift_card: true },
  ];
  const cart: AjaxCart = {
    ...{ currency, items, items_subtotal_price: goods + giftCards },
    total_price: goods + giftCards - off,
    cart_level_discount_applications: [{ title: "SUMMER", total_allocated_amount: off }],
  };
  vi.stubGlobal("window", page ? { Shopify: { currency: page } } : {});
  vi.stubGlobal("fetch", async () => Response.json(cart));
  return readCart(own, undefined);
}

describe("what a cart takes of credit in another currency", () => {
  const yen = { active: "JPY", rate: "160.0" };

  test("is what its goods are worth by the page's rate, and its total stays in its own", async () => {
    const cart = await readIn("EUR", { goods: 624_000, currency: "JPY", page: yen });
    expect(cart).toMatchObject({ needed: 39, total: 6240, currency: "JPY", takesCode: true });
    const mixed = { goods: 624_000, giftCards: 400_000, currency: "JPY", page: yen };
    expect(await readIn("EUR", mixed)).toMatchObject({ needed: 39, total: 10_240 });
  });

  test("is unknown while the page has another currency's rate, and gift cards then take no code", async () => {
    for (const page of [
      { active: "EUR", rate: "1.0" },
      { active: "USD", rate: "1.1" },
      undefined,
    ]) {
      const goods = { goods: 624_000, currency: "JPY", page };
      expect(await readIn("EUR", goods)).toMatchObject({ needed: Number.NaN, takesCode: true });
      expect(await readIn("EUR", { ...goods, giftCards: 400_000 })).toMatchObject({
        needed: Number.NaN,
        takesCode: false,
      });
    }
  });

  test("is to the cent what a cart in the credit's own currency says, whatever the page's rate", async () => {
    const cart = { goods: 1490, currency: "EUR", page: yen };
    expect(await readIn("EUR", cart)).toMatchObject({ needed: 14.9, total: 14.9 });
  });

  test("never pays for gift cards, and otherwise leaves nothing of the goods to pay", async () => {
    const money = fc.integer({ min: 100, max: 100_000_000 });
    const shown = fc.record({
      ...{ goods: money, giftCards: fc.oneof(fc.constant(0), money) },
      own: fc.constantFrom("EUR", "JPY", "KWD", "HUF"),
      rate: fc.double({ min: 0.002, max: 500, noNaN: true }).map((rate) => rate.toFixed(8)),
    });
    await fc.assert(
      fc.asyncProperty(shown, async ({ own, rate, ...cart }) => {
        const page = { active: "CHF", rate };
        const { needed, hasGiftCards } = await readIn(own, { ...cart, currency: "CHF", page });
        // What the platform makes of a code of that amount, in hundredths of the cart's currency.
        const worth = needed * Number(rate) * 100;
        const coin = (Number(rate) * 100) / 10 ** currencyDigits(own);
        const blur = 1e-6 * cart.goods;
        if (hasGiftCards) expect(worth).toBeLessThanOrEqual(cart.goods + blur);
        else expect(worth).toBeGreaterThanOrEqual(cart.goods - blur);
        expect(Math.abs(worth - cart.goods)).toBeLessThanOrEqual(coin + blur + 1);
      }),
    );
  });
});
