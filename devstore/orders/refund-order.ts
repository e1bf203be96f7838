import type { Devstore } from "../devstore.ts";
import { InputError } from "../input-error.ts";
import {
  type DevOrder,
  type DevRefund,
  type DevTransaction,
  refundedMinor,
} from "../state/order.ts";
import { orderPayload, refundPayload, transactionPayload } from "../webhooks/order-payload.ts";

/**
 * Pays back `amountMinor`, or all that is left with the goods, and tells the app. An order that cost nothing
 * can be refunded once, by its goods alone. Throws InputError when nothing, or not as much, is left.
 */
export function refundOrder(
  devstore: Devstore,
  shop: string,
  order: DevOrder,
  amountMinor: number | null,
  when: Date = devstore.state.now(shop),
): DevOrder {
  const { state, webhooks } = devstore;
  const left = order.totalMinor - refundedMinor(order);
  const amount = amountMinor ?? left;
  const isGoodsAlone = order.totalMinor === 0 && order.refunds.length === 0 && amount === 0;
  if (left <= 0 && !isGoodsAlone) {
    throw new InputError("amount", `order ${order.id} is wholly refunded`);
  }
  if ((amount <= 0 || amount > left) && !isGoodsAlone) {
    throw new InputError("amount", `between 1 and ${left} minor units can be refunded`);
  }
  const at = when.toISOString();
  const sale = order.transactions.find((one) => one.kind === "SALE" && one.status === "SUCCESS");
  const transaction: DevTransaction = {
    id: state.nextId(shop, "transaction"),
    kind: "REFUND",
    status: "SUCCESS",
    gateway: sale?.gateway ?? "manual",
    amountMinor: amount,
    parentId: sale?.id ?? null,
    processedAt: at,
    errorCode: null,
  };
  const transactions = isGoodsAlone ? [] : [transaction];
  const refund: DevRefund = {
    id: state.nextId(shop, "refund"),
    amountMinor: amount,
    note: null,
    transactionIds: transactions.map(({ id }) => id),
    ...(amountMinor === null && {
      lines: order.lines.map(({ id, quantity }) => ({ lineId: id, quantity })),
    }),
    createdAt: at,
  };
  const refunded = state.put(shop, "order", {
    ...order,
    updatedAt: at,
    refunds: [...order.refunds, refund],
    transactions: [...order.transactions, ...transactions],
  });
  for (const one of transactions) {
    webhooks.enqueue(shop, "order_transactions/create", transactionPayload(refunded, one));
  }
  webhooks.enqueue(shop, "refunds/create", refundPayload(refunded, refund));
  webhooks.enqueue(shop, "orders/updated", orderPayload(refunded));
  return refunded;
}
