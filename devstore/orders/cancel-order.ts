import type { Devstore } from "../devstore.ts";
import { InputError } from "../input-error.ts";
import type { DevOrder } from "../state/order.ts";
import { orderPayload } from "../webhooks/order-payload.ts";
import { refundableMinor } from "./figures/order-balance.ts";
import { refundOrder } from "./refunds/refund-order.ts";

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
  const owesMoney = refund && refundableMinor(order) > 0;
  const refunded = owesMoney ? refundOrder(devstore, shop, order, {}).order : order;
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
