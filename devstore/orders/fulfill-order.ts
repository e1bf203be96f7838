import type { Devstore } from "../devstore.ts";
import { InputError } from "../input-error.ts";
import type { DevOrder } from "../state/order.ts";
import { orderPayload } from "../webhooks/order-payload.ts";

/** Sends all of an order, and tells the app. Throws InputError when it was sent already. */
export function fulfillOrder(devstore: Devstore, shop: string, order: DevOrder): DevOrder {
  const { state, webhooks } = devstore;
  if (order.fulfillmentStatus === "FULFILLED") {
    throw new InputError("order", `order ${order.id} is fulfilled already`);
  }
  const at = state.now(shop).toISOString();
  const sent = state.put(shop, "order", {
    ...order,
    updatedAt: at,
    fulfillmentStatus: "FULFILLED",
    fulfilledAt: at,
  });
  webhooks.enqueue(shop, "orders/fulfilled", orderPayload(sent));
  webhooks.enqueue(shop, "orders/updated", orderPayload(sent));
  return sent;
}
