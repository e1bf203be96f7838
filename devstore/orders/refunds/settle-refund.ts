import type { Devstore } from "../../devstore.ts";
import { InputError, MissingError } from "../../input-error.ts";
import type { DevOrder, DevRefund } from "../../state/order.ts";
import { orderPayload } from "../../webhooks/order-payload.ts";

/** The money of a refund arrives at the shopper's bank; the app is told. Throws InputError when it has already. */
export function settleRefund(
  { state, webhooks }: Devstore,
  shop: string,
  order: DevOrder,
  refundId: number,
): { order: DevOrder; refund: DevRefund } {
  const found = order.refunds.find(({ id }) => id === refundId);
  if (found === undefined) throw new MissingError(`order ${order.id} has no refund ${refundId}`);
  const { pending, ...rest } = found;
  if (!pending) throw new InputError("refund", `refund ${refundId} is not pending`);
  const at = state.now(shop).toISOString();
  const refund: DevRefund = { ...rest, settledAt: at };
  const settled = state.put(shop, "order", {
    ...order,
    updatedAt: at,
    refunds: order.refunds.map((one) => (one === found ? refund : one)),
    transactions: order.transactions.map((one) =>
      found.transactionIds.includes(one.id) ? { ...one, status: "SUCCESS", processedAt: at } : one,
    ),
  });
  webhooks.enqueue(shop, "orders/updated", orderPayload(settled));
  return { order: settled, refund };
}
