import type { Devstore } from "../devstore.ts";
import { InputError } from "../input-error.ts";
import type { DevDispute, DevOrder } from "../state/order.ts";
import { disputePayload } from "../webhooks/dispute-payload.ts";
import { receivedMinor } from "./figures/order-balance.ts";

/** A cardholder disputes an order's whole payment; the app is notified. The order itself is not touched by it. */
export function openDispute(
  devstore: Devstore,
  shop: string,
  order: DevOrder,
  when: Date = devstore.state.now(shop),
): DevDispute {
  const { state, webhooks } = devstore;
  const at = when.toISOString();
  const dispute = state.put(shop, "dispute", {
    id: state.nextId(shop, "dispute"),
    orderId: order.id,
    type: "CHARGEBACK",
    status: "NEEDS_RESPONSE",
    reason: "FRAUDULENT",
    networkReasonCode: "4837",
    amountMinor: receivedMinor(order),
    initiatedAt: at,
    updatedAt: at,
    finalizedOn: null,
  });
  webhooks.enqueue(shop, "disputes/create", disputePayload(dispute, order.currency));
  return dispute;
}

const finalStatuses: readonly DevDispute["status"][] = ["WON", "LOST", "ACCEPTED"];

/**
 * The bank moves an order's dispute on; the app is notified. The order itself is not touched by it.
 * Throws InputError when it has none, or it is over.
 */
export function moveDispute(
  devstore: Devstore,
  shop: string,
  order: DevOrder,
  status: DevDispute["status"],
): DevDispute {
  const { state, webhooks } = devstore;
  const dispute = state.list(shop, "dispute").findLast((one) => one.orderId === order.id);
  if (dispute === undefined) throw new InputError("order", `order ${order.id} is not disputed`);
  if (dispute.finalizedOn !== null) throw new InputError("order", "its dispute is over");
  const at = state.now(shop).toISOString();
  const moved = state.put(shop, "dispute", {
    ...dispute,
    status,
    updatedAt: at,
    finalizedOn: finalStatuses.includes(status) ? at : null,
  });
  webhooks.enqueue(shop, "disputes/update", disputePayload(moved, order.currency));
  return moved;
}
