import type { Hono } from "hono";
import { z } from "zod";
import type { Devstore } from "../../devstore.ts";
import { newPercentageDiscount } from "../../state/discount-code.ts";
import { declareControl } from "../declare-control.ts";

const automaticSchema = z.strictObject({
  title: z.string().min(1).default("Automatic discount"),
  /** Off the whole order; null takes the automatic discount away. */
  percentage: z.number().min(1).max(100).nullable(),
  combines_with: z.array(z.enum(["order", "product", "shipping"])).default([]),
});

/** The discount that every checkout takes without a code. */
export function mountAutomaticDiscountControl(app: Hono, devstore: Devstore): void {
  const { state } = devstore;
  declareControl(app, devstore, "automatic-discount", automaticSchema, ({ shop, body }) => {
    const { percentage } = body;
    if (percentage === null) state.remove(shop.domain, "automaticDiscount", 1);
    else {
      const combined = new Set(body.combines_with);
      state.put(shop.domain, "automaticDiscount", {
        ...newPercentageDiscount(body.title, percentage / 100, state.now(shop.domain)),
        id: 1,
        combinesWith: {
          order: combined.has("order"),
          product: combined.has("product"),
          shipping: combined.has("shipping"),
        },
      });
    }
    return body;
  });
}
