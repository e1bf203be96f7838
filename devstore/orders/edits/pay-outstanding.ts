import type { Devstore } from "../../devstore.ts";
import { InputError } from "../../input-error.ts";
import type { DevOrder } from "../../state/order.ts";
import type { DevShop } from "../../state/shop.ts";
import { orderPayload } from "../../webhooks/order-payload.ts";
import { transactionPayload } from "../../webhooks/transaction-payload.ts";
import { outstandingMinor } from "../figures/order-balance.ts";
import { takePayment } from "../take-payment.ts";

/** The shopper pays what is outstanding; the app is told. Throws InputError when nothing is. */
export function payOutstanding(
  devstore: Devstore,
  shop: DevShop,
  order: DevOrder,
  gateway = "shopify_payments",
): DevOrder {
  const { state, webhooks } = devstore;
  const amountMinor = outstandingMinor(order);
  if (amountMinor <= 0) throw new InputError("order", `order ${order.id} has nothing outstanding`);
  const at = state.now(shop.domain).toISOString();
  const sales = takePayment(devstore, shop, amountMinor, {
    tenders: [{ gateway, amountMinor }],
    at,
  });
  const paid = state.put(shop.domain, "order", {
    ...order,
    updatedAt: at,
    transactions: [...order.transactions, ...sales],
  });
  for (const sale of sales) {
    webhooks.enqueue(shop.domain, "order_transactions/create", transactionPayload(paid, sale));
  }
  webhooks.enqueue(shop.domain, "orders/paid", orderPayload(paid));
  webhooks.enqueue(shop.domain, "orders/updated", orderPayload(paid));
  return paid;
}
