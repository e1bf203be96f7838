import type { Hono } from "hono";
import { z } from "zod";
import type { Devstore } from "../../devstore.ts";
import { editOrder } from "../../orders/edits/edit-order.ts";
import { payOutstanding } from "../../orders/edits/pay-outstanding.ts";
import { declareControl, pathId } from "../declare-control.ts";
import { findOrder, orderAnswer } from "./order-answer.ts";

const positiveId = z.coerce.number().int().positive();

const editSchema = z.strictObject({
  add: z
    .array(
      z.strictObject({
        variant_id: positiveId,
        quantity: z.coerce.number().int().min(1).default(1),
      }),
    )
    .default([]),
  /** How many pieces of each line the order shall have from now on. */
  set: z
    .array(z.strictObject({ line_id: positiveId, quantity: z.coerce.number().int().min(0) }))
    .refine(
      (lines) => new Set(lines.map(({ line_id }) => line_id)).size === lines.length,
      "each line once",
    )
    .default([]),
  /** What it costs more is paid at once. */
  paid: z.boolean().default(false),
});

const paySchema = z.strictObject({ gateway: z.string().min(1).optional() });

/** What a merchant changes of an order, and how the difference is paid. */
export function mountEditControls(app: Hono, devstore: Devstore): void {
  const { state } = devstore;
  declareControl(app, devstore, "orders/:id/edit", editSchema, ({ shop, body, c }) => {
    const order = findOrder(devstore, shop.domain, pathId(c));
    const edit = {
      add: body.add.map(({ variant_id: variantId, quantity }) => ({ variantId, quantity })),
      set: body.set.map(({ line_id: lineId, quantity }) => ({ lineId, quantity })),
      isPaid: body.paid,
    };
    return orderAnswer(state.transaction(() => editOrder(devstore, shop, order, edit)));
  });
  declareControl(app, devstore, "orders/:id/pay", paySchema, ({ shop, body, c }) => {
    const order = findOrder(devstore, shop.domain, pathId(c));
    return orderAnswer(
      state.transaction(() => payOutstanding(devstore, shop, order, body.gateway)),
    );
  });
}
