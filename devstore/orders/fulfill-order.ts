import type { Devstore } from "../devstore.ts";
import { InputError } from "../input-error.ts";
import type { DevOrder } from "../state/order.ts";
import { orderPayload } from "../webhooks/order-payload.ts";
import { fulfillmentsOf, unsentPieces } from "./figures/order-fulfillments.ts";

/** Sends all of an order that was not sent yet, and tells the app. Throws InputError when nothing is left. */
export function fulfillOrder(devstore: Devstore, shop: string, order: DevOrder): DevOrder {
  const { state, webhooks } = devstore;
  if (order.fulfillmentStatus === "FULFILLED") {
    throw new InputError("order", `order ${order.id} is fulfilled already`);
  }
  const at = state.now(shop).toISOString();
  const lines = order.lines.flatMap((line) => {
    const quantity = unsentPieces(order, line);
    return quantity > 0 ? [{ lineId: line.id, quantity }] : [];
  });
  const sent = state.put(shop, "order", {
    ...order,
    updatedAt: at,
    fulfillmentStatus: "FULFILLED",
    fulfillments: [
      ...fulfillmentsOf(order),
      { id: state.nextId(shop, "fulfillment"), createdAt: at, lines },
    ],
  });
  webhooks.enqueue(shop, "orders/fulfilled", orderPayload(sent));
  webhooks.enqueue(shop, "orders/updated", orderPayload(sent));
  return sent;
}
