import type { Hono } from "hono";
import { z } from "zod";
import type { Devstore } from "../../devstore.ts";
import { cancelOrder } from "../../orders/cancel-order.ts";
import { moveDispute, openDispute } from "../../orders/dispute-order.ts";
import { fulfillOrder } from "../../orders/fulfill-order.ts";
import type { DevDispute } from "../../state/order.ts";
import { declareControl, pathId } from "../declare-control.ts";
import { findOrder, orderAnswer } from "./order-answer.ts";

const disputeSchema = z.strictObject({
  /** Left out, a dispute is opened; otherwise the one that is open moves on. */
  status: z.enum(["under_review", "won", "lost", "accepted"]).optional(),
});

const cancelSchema = z.strictObject({
  /** Pays back what is left, as the admin's cancel dialog proposes. */
  refund: z.boolean().default(true),
});

/** What may befall an order as a whole. */
export function mountFateControls(app: Hono, devstore: Devstore): void {
  const { state } = devstore;
  declareControl(app, devstore, "orders/:id/fulfill", z.strictObject({}), ({ shop, c }) => {
    const order = findOrder(devstore, shop.domain, pathId(c));
    return orderAnswer(state.transaction(() => fulfillOrder(devstore, shop.domain, order)));
  });
  declareControl(app, devstore, "orders/:id/cancel", cancelSchema, ({ shop, body, c }) => {
    const order = findOrder(devstore, shop.domain, pathId(c));
    return orderAnswer(
      state.transaction(() => cancelOrder(devstore, shop.domain, order, body.refund)),
    );
  });
  declareControl(app, devstore, "orders/:id/dispute", disputeSchema, ({ shop, body, c }) => {
    const order = findOrder(devstore, shop.domain, pathId(c));
    const status = body.status?.toUpperCase() as DevDispute["status"] | undefined;
    const dispute = state.transaction(() =>
      status
        ? moveDispute(devstore, shop.domain, order, status)
        : openDispute(devstore, shop.domain, order),
    );
    return { dispute_id: dispute.id, order_id: order.id, status: dispute.status.toLowerCase() };
  });
}
