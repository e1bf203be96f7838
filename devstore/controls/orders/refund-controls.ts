import type { Hono } from "hono";
import { z } from "zod";
import type { Devstore } from "../../devstore.ts";
import { refundOrder } from "../../orders/refunds/refund-order.ts";
import { settleRefund } from "../../orders/refunds/settle-refund.ts";
import { fixedOfMinor } from "../../state/money.ts";
import type { DevOrder, DevRefund } from "../../state/order.ts";
import { declareControl, pathId } from "../declare-control.ts";
import { amountField, readAmount, readOptional } from "./amounts.ts";
import { findOrder, orderAnswer } from "./order-answer.ts";

const positiveId = z.coerce.number().int().positive();

const piecesSchema = z
  .strictObject({
    line_id: positiveId.optional(),
    variant_id: positiveId.optional(),
    quantity: z.coerce.number().int().min(1).default(1),
  })
  .refine(
    ({ line_id, variant_id }) => (line_id === undefined) !== (variant_id === undefined),
    "either a line_id or a variant_id",
  );

/** All of it, or so much of it. */
const partField = z.union([z.literal(true), amountField]).optional();

/** Nothing at all means all that is left; an amount alone gives back no part. */
const refundSchema = z.strictObject({
  /** Left out, what the parts cost. */
  amount: amountField.optional(),
  lines: z.array(piecesSchema).min(1).optional(),
  delivery: partField,
  duties: partField,
  /** The money is on its way until the refund is settled. */
  pending: z.boolean().default(false),
});

/** Money and pieces that go back. */
export function mountRefundControls(app: Hono, devstore: Devstore): void {
  const { state } = devstore;
  declareControl(app, devstore, "orders/:id/refund", refundSchema, ({ shop, body, c }) => {
    const order = findOrder(devstore, shop.domain, pathId(c));
    const { currency } = order;
    const part = (field: "delivery" | "duties") => {
      const wanted = body[field];
      return wanted === undefined || wanted === true ? wanted : readAmount(field, wanted, currency);
    };
    const request = {
      amountMinor: readOptional("amount", body.amount, currency),
      lines: body.lines?.map(({ line_id: lineId, variant_id: variantId, quantity }) => {
        return { lineId, variantId, quantity };
      }),
      delivery: part("delivery"),
      duties: part("duties"),
      pending: body.pending,
    };
    return refundAnswer(
      state.transaction(() => refundOrder(devstore, shop.domain, order, request)),
    );
  });
  const settlePath = "orders/:id/refund/:refund_id/settle";
  declareControl(app, devstore, settlePath, z.strictObject({}), ({ shop, c }) => {
    const order = findOrder(devstore, shop.domain, pathId(c));
    const refundId = pathId(c, "refund_id");
    return refundAnswer(
      state.transaction(() => settleRefund(devstore, shop.domain, order, refundId)),
    );
  });
}

function refundAnswer({ order, refund }: { order: DevOrder; refund: DevRefund }) {
  return {
    ...orderAnswer(order),
    refund_id: refund.id,
    amount: fixedOfMinor(refund.amountMinor, order.currency),
    pending: refund.pending === true,
  };
}
