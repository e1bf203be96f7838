import type { Hono } from "hono";
import { z } from "zod";
import type { Devstore } from "../../devstore.ts";
import { taxTermsOf } from "../../orders/figures/order-taxes.ts";
import { shopPayload } from "../../webhooks/shop-payload.ts";
import { declareControl } from "../declare-control.ts";

const taxSchema = z.strictObject({
  /** Whether the shop's prices contain the tax. */
  included: z.boolean().optional(),
  /** Share of a price, for example 0.19. */
  rate: z.number().min(0).max(1).optional(),
});

/** How the shop's orders are taxed from now on, as the merchant sets it in the platform's admin. */
export function mountTaxControl(app: Hono, devstore: Devstore): void {
  declareControl(app, devstore, "tax", taxSchema, ({ shop, body: { included, rate } }) => {
    const changed = {
      ...shop,
      ...(included !== undefined && { taxesIncluded: included }),
      ...(rate !== undefined && { taxRate: rate }),
    };
    devstore.state.transaction(() => {
      devstore.state.putShop(changed);
      devstore.webhooks.enqueue(shop.domain, "shop/update", shopPayload(changed));
    });
    const terms = taxTermsOf(changed);
    return { included: terms.included, rate: terms.rate };
  });
}
