import { expect, test } from "vitest";
import { renderLiquid } from "#storefront/liquid/render-liquid.ts";
import { emptyCart, type StorefrontProduct } from "#storefront/liquid/storefront-context.ts";
import { contextOf } from "#tests/unit/liquid/context-of.ts";

const product = (isGiftCard: boolean): StorefrontProduct => ({
  ...{ id: 1, title: "Card", handle: "card", vendor: "", type: "", description: "", tags: [] },
  ...{ priceHundredths: 5000, url: "/products/card", available: true, variants: [] },
  isGiftCard,
});

test("Liquid tells a gift card from other products, on its page and in the cart", () => {
  const read = (isGiftCard: boolean) => {
    const item = { title: "Card", quantity: 1, lineTotalHundredths: 5000, productId: 1 };
    const context = contextOf({
      product: product(isGiftCard),
      cart: { ...emptyCart("EUR"), items: [{ ...item, isGiftCard }] },
    });
    const source = "{{ product.gift_card? }} {% for item in cart.items %}{{ item.gift_card }}";
    return renderLiquid(`${source}{% endfor %} {{ cart.taxes_included }}`, context);
  };
  expect(read(true)).toBe("true true true");
  expect(read(false)).toBe("false false true");
});
