import type { Hono } from "hono";
import { z } from "zod";
import { createProduct, handleOf } from "../demo/create-product.ts";
import type { Devstore } from "../devstore.ts";
import { declareControl } from "./declare-control.ts";
import { amountField, readAmount } from "./orders/amounts.ts";

const productSchema = z
  .strictObject({
    title: z.string().trim().min(1),
    price: amountField,
    gift_card: z.boolean().default(false),
    product_type: z.string().default(""),
    sku: z.string().min(1).optional(),
    /** Left out, all but gift cards are. */
    taxable: z.boolean().optional(),
    requires_shipping: z.boolean().optional(),
  })
  .refine(
    ({ gift_card, taxable, requires_shipping }) => !(gift_card && (taxable || requires_shipping)),
    "a gift card is neither taxed nor sent",
  );

/** A product of one variant, as the merchant makes it in the platform's admin. */
export function mountProductControls(app: Hono, devstore: Devstore): void {
  const { state } = devstore;
  declareControl(app, devstore, "products", productSchema, ({ shop, body }) => {
    const { title, gift_card: isGiftCard } = body;
    const priceMinor = readAmount("price", body.price, shop.currency);
    const product = state.transaction(() =>
      createProduct(devstore, shop, {
        title,
        handle: handleOf(devstore, shop, title),
        productType: body.product_type,
        descriptionHtml: "",
        at: state.now(shop.domain),
        ...(isGiftCard && { isGiftCard }),
        variants: [
          {
            title: "Default Title",
            sku: body.sku ?? null,
            priceMinor,
            requiresShipping: body.requires_shipping ?? !isGiftCard,
            taxable: body.taxable ?? !isGiftCard,
            inventoryQuantity: 250,
          },
        ],
      }),
    );
    return {
      product_id: product.id,
      variant_id: product.variants[0]?.id,
      title: product.title,
      handle: product.handle,
      gift_card: product.isGiftCard === true,
    };
  });
}
