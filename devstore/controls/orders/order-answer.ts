import type { Devstore } from "../../devstore.ts";
import { MissingError } from "../../input-error.ts";
import { outstandingMinor } from "../../orders/figures/order-balance.ts";
import { piecesLeft } from "../../orders/figures/order-parts.ts";
import { fixedOfMinor } from "../../state/money.ts";
import { type DevOrder, refundedMinor } from "../../state/order.ts";

/** The order that a control names. */
export function findOrder(devstore: Devstore, shop: string, id: number): DevOrder {
  const order = devstore.state.get(shop, "order", id);
  if (order === undefined) throw new MissingError(`no order ${id} in ${shop}`);
  return order;
}

/** What the controls of orders answer. */
export function orderAnswer(order: DevOrder): Record<string, unknown> {
  const money = (minor: number) => fixedOfMinor(minor, order.currency);
  return {
    order_id: order.id,
    order_name: `#${order.number}`,
    total: money(order.totalMinor),
    refunded: money(refundedMinor(order)),
    outstanding: money(outstandingMinor(order)),
    currency: order.currency,
    lines: order.lines.map((line) => ({
      line_id: line.id,
      variant_id: line.variantId,
      title: line.title,
      quantity: line.quantity,
      current_quantity: piecesLeft(order, line).quantity,
    })),
    discount_codes: order.discountCodes.map(({ code, amountMinor }) => {
      return { code, amount: money(amountMinor) };
    }),
    cancelled: order.cancelledAt !== null,
  };
}
