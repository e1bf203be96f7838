import { gid } from "#devstore/admin-api/graphql/gid.ts";
import { fulfillmentsOf } from "../../../orders/figures/order-fulfillments.ts";
import type { DevOrder } from "../../../state/order.ts";
import type { View } from "../../admin-context.ts";

/** Each time that something of an order was sent. */
export function fulfillmentViews(order: DevOrder): View[] {
  return fulfillmentsOf(order).map(({ id, createdAt, lines }, at) => ({
    __typename: "Fulfillment",
    id: gid("Fulfillment", id),
    legacyResourceId: String(id),
    name: `#${order.number}-F${at + 1}`,
    status: "SUCCESS",
    displayStatus: "FULFILLED",
    totalQuantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    createdAt,
    updatedAt: createdAt,
    requiresShipping: true,
  }));
}
