import type { Hono } from "hono";
import { z } from "zod";
import type { Devstore } from "../../devstore.ts";
import { InputError, MissingError } from "../../input-error.ts";
import { placeOrder } from "../../orders/place-order.ts";
import { recordPlainOrder } from "../../orders/record-plain-order.ts";
import { presentmentIn } from "../../state/presentment.ts";
import { declareControl } from "../declare-control.ts";
import { emailAddress } from "../email-address.ts";
import { platformCurrency } from "../platform-currency.ts";
import { amountField, readAmount } from "./amounts.ts";
import { orderAnswer } from "./order-answer.ts";
import { extrasFields, readExtras } from "./order-extras.ts";

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
  /** The plan of each line that does not name one. */
  plan_id: positiveId.optional(),
  credit_code: z.string().optional(),
  discount_codes: z.array(z.string()).default([]),
  /** What the cart carried beside its goods. */
  attributes: attributeList,
  /** What the shopper pays in: one that the shop sells in, its own unless said. */
  currency: platformCurrency.optional(),
  /** An order that ends late: its checkout took the codes before they were closed or used. */
  honors_codes: z.boolean().default(false),
  ...extrasFields,
});

const plainSchema = z.strictObject({
  cid: positiveId.optional(),
  email: emailAddress.optional(),
  /** What its one line costs. Delivery, tip, duties, fees and a tax that is not included come on top. */
  total: amountField,
  delivery: amountField.default(0),
  test: z.boolean().default(false),
  attributes: attributeList,
  placed_at: z.iso.datetime().optional(),
  ...extrasFields,
});

/** Orders as a checkout, a till or an import makes them. */
export function mountPlaceControls(app: Hono, devstore: Devstore): void {
  const { state } = devstore;
  declareControl(app, devstore, "orders", orderSchema, ({ shop, body }) => {
    const codes = [...body.discount_codes, ...(body.credit_code ? [body.credit_code] : [])];
    const presentment = presentmentIn(shop, body.currency ?? shop.currency);
    if (!presentment) throw new InputError("currency", "a currency that the shop sells in");
    const { order, contracts } = state.transaction(() =>
      placeOrder(devstore, shop, {
        cid: body.cid,
        planId: body.plan_id ?? null,
        discountCodes: codes,
        honorsCodes: body.honors_codes,
        attributes: body.attributes,
        presentment,
        extras: readExtras(body, shop.currency),
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
        goodsMinor: readAmount("total", body.total, shop.currency),
        deliveryMinor: readAmount("delivery", body.delivery, shop.currency),
        isTest: body.test,
        attributes: body.attributes,
        placedAt: body.placed_at ? new Date(body.placed_at) : state.now(shop.domain),
        extras: readExtras(body, shop.currency),
      }),
    );
    return orderAnswer(order);
  });
}
