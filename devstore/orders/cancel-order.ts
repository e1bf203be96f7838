import type { Devstore } from "../devstore.ts";
import { InputError } from "../input-error.ts";
import { type DevOrder, refundedMinor } from "../state/order.ts";
import { orderPayload } from "../webhooks/order-payload.ts";
import { refundOrder } from "./refund-order.ts";

/**
 * Cancels an order as its merchant does, with or without paying back what is left, and tells the app.
 * Throws InputError when it is cancelled already.
 */
export function cancelOrder(
  devstore: Devstore,
  shop: string,
  order: DevOrder,
  refund: boolean,
): DevOrder {
  const { state, webhooks } = devstore;
  if (order.cancelledAt !== null) {
    throw new InputError("order", `order ${order.id} is cancelled already`);
  }
  const owesMoney = refund && order.totalMinor > refundedMinor(order);
  const refunded = owesMoney ? refundOrder(devstore, shop, order, null) : order;
  const at = state.now(shop).toISOString();
  const cancelled = state.put(shop, "order", {
    ...refunded,
    updatedAt: at,
    cancelledAt: at,
    cancelReason: "CUSTOMER",
  });
  webhooks.enqueue(shop, "orders/cancelled", orderPayload(cancelled));
  webhooks.enqueue(shop, "orders/updated", orderPayload(cancelled));
  return cancelled;
}
