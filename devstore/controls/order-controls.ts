import type { Hono } from "hono";
import { z } from "zod";
import type { Devstore } from "../devstore.ts";
import { InputError, MissingError } from "../input-error.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { moveDispute, openDispute } from "../orders/dispute-order.ts";
import { fulfillOrder } from "../orders/fulfill-order.ts";
import { placeOrder } from "../orders/place-order.ts";
import { recordPlainOrder } from "../orders/record-plain-order.ts";
import { refundOrder } from "../orders/refund-order.ts";
import { newPercentageDiscount } from "../state/discount-code.ts";
import { fixedOfMinor, minorOfDecimal } from "../state/money.ts";
import { type DevDispute, type DevOrder, refundedMinor } from "../state/order.ts";
import { declareControl, pathId } from "./declare-control.ts";
import { emailAddress } from "./email-address.ts";

const positiveId = z.coerce.number().int().positive();

const attributeList = z.array(z.strictObject({ key: z.string(), value: z.string() })).default([]);

const orderSchema = z.strictObject({
  cid: positiveId,
  lines: z
    .array(
      z.strictObject({
        variant_id: positiveId,
        quantity: z.coerce.number().int().min(1).default(1),
        /** What this line alone is bought with, where a cart is mixed. */
        plan_id: positiveId.optional(),
      }),
    )
    .default([]),
  /** For every line that names none of its own. */
  plan_id: positiveId.optional(),
  credit_code: z.string().optional(),
  discount_codes: z.array(z.string()).default([]),
  /** What the cart carried beside its goods. */
  attributes: attributeList,
  /** An order that ends late: its checkout took the codes before they were closed or used. */
  honors_codes: z.boolean().default(false),
});

const refundSchema = z.strictObject({
  amount: z.union([z.number(), z.string()]).optional(),
});

const plainSchema = z.strictObject({
  cid: positiveId.optional(),
  email: emailAddress.optional(),
  total: z.union([z.number(), z.string()]),
  test: z.boolean().default(false),
  attributes: attributeList,
  placed_at: z.iso.datetime().optional(),
});

const disputeSchema = z.strictObject({
  /** Left out, a dispute is opened; otherwise the one that is open moves on. */
  status: z.enum(["under_review", "won", "lost", "accepted"]).optional(),
});

const automaticSchema = z.strictObject({
  title: z.string().min(1).default("Automatic discount"),
  /** Off the whole order; null takes the automatic discount away. */
  percentage: z.number().min(1).max(100).nullable(),
  combines_with: z.array(z.enum(["order", "product", "shipping"])).default([]),
});

const cancelSchema = z.strictObject({
  /** Pays back what is left, as the admin's cancel dialog proposes. */
  refund: z.boolean().default(true),
});

/** Orders as a checkout makes them, and what may befall them afterwards. */
export function mountOrderControls(app: Hono, devstore: Devstore): void {
  const { state } = devstore;
  declareControl(app, devstore, "orders", orderSchema, ({ shop, body }) => {
    const codes = [...body.discount_codes, ...(body.credit_code ? [body.credit_code] : [])];
    const { order, contracts } = state.transaction(() =>
      placeOrder(devstore, shop, {
        cid: body.cid,
        planId: body.plan_id ?? null,
        discountCodes: codes,
        honorsCodes: body.honors_codes,
        attributes: body.attributes,
        lines: body.lines.map((line) => {
          const { variant_id: variantId, quantity, plan_id: planId = null } = line;
          return { variantId, quantity, planId };
        }),
      }),
    );
    return { ...orderAnswer(order), contract_id: contracts[0]?.id ?? null };
  });
  declareControl(app, devstore, "orders/plain", plainSchema, ({ shop, body }) => {
    if (body.cid && !state.get(shop.domain, "customer", body.cid)) {
      throw new MissingError(`no customer ${body.cid} in ${shop.domain}`);
    }
    const order = state.transaction(() =>
      recordPlainOrder(devstore, shop, {
        customerId: body.cid ?? null,
        email: body.email ?? null,
        totalMinor: readAmount(body.total, shop.currency),
        isTest: body.test,
        attributes: body.attributes,
        placedAt: body.placed_at ? new Date(body.placed_at) : state.now(shop.domain),
      }),
    );
    return orderAnswer(order);
  });
  declareControl(app, devstore, "orders/:id/fulfill", z.strictObject({}), ({ shop, c }) => {
    const order = findOrder(devstore, shop.domain, pathId(c));
    return orderAnswer(state.transaction(() => fulfillOrder(devstore, shop.domain, order)));
  });
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
  declareControl(app, devstore, "orders/:id/refund", refundSchema, ({ shop, body, c }) => {
    const order = findOrder(devstore, shop.domain, pathId(c));
    const amountMinor = body.amount === undefined ? null : readAmount(body.amount, order.currency);
    return orderAnswer(
      state.transaction(() => refundOrder(devstore, shop.domain, order, amountMinor)),
    );
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

function findOrder(devstore: Devstore, shop: string, id: number): DevOrder {
  const order = devstore.state.get(shop, "order", id);
  if (order === undefined) throw new MissingError(`no order ${id} in ${shop}`);
  return order;
}

function readAmount(amount: number | string, currency: string): number {
  const minor = minorOfDecimal(amount, currency);
  if (minor === undefined) throw new InputError("amount", "not a decimal number");
  return minor;
}

function orderAnswer(order: DevOrder): Record<string, unknown> {
  return {
    order_id: order.id,
    order_name: `#${order.number}`,
    total: fixedOfMinor(order.totalMinor, order.currency),
    refunded: fixedOfMinor(refundedMinor(order), order.currency),
    currency: order.currency,
    discount_codes: order.discountCodes.map(({ code, amountMinor }) => {
      return { code, amount: fixedOfMinor(amountMinor, order.currency) };
    }),
    cancelled: order.cancelledAt !== null,
  };
}
