import type { Devstore } from "../../devstore.ts";
import { InputError } from "../../input-error.ts";
import type { DevOrder, DevRefund, DevTransaction } from "../../state/order.ts";
import { orderPayload } from "../../webhooks/order-payload.ts";
import { refundPayload } from "../../webhooks/refund-payload.ts";
import { transactionPayload } from "../../webhooks/transaction-payload.ts";
import { refundableMinor, settledOutstandingMinor } from "../figures/order-balance.ts";
import { partsMinor } from "../figures/order-parts.ts";
import {
  chooseRefundParts,
  isForAll,
  type RefundParts,
  type RefundRequest,
} from "./choose-refund-parts.ts";

/**
 * Gives back what is asked for, or all that is left, and tells the app. Without an amount the money is what the
 * parts cost. Throws InputError when nothing, or not as much, is left.
 */
export function refundOrder(
  devstore: Devstore,
  shop: string,
  order: DevOrder,
  request: RefundRequest,
  when: Date = devstore.state.now(shop),
): { order: DevOrder; refund: DevRefund } {
  const { webhooks } = devstore;
  const parts = chooseRefundParts(order, request);
  const amountMinor = moneyFor(order, request, parts);
  const at = when.toISOString();
  const transactions = payBack(devstore, shop, order, { ...request, amountMinor, at });
  const refunded = storeRefund(devstore, shop, order, {
    ...parts,
    at,
    transactions,
    adjustmentMinor: discrepancy(order, partsMinor(order, parts), amountMinor),
    ...(request.pending && amountMinor > 0 && { pending: true }),
  });
  for (const one of transactions) {
    webhooks.enqueue(shop, "order_transactions/create", transactionPayload(refunded.order, one));
  }
  webhooks.enqueue(shop, "refunds/create", refundPayload(refunded.order, refunded.refund));
  webhooks.enqueue(shop, "orders/updated", orderPayload(refunded.order));
  return refunded;
}

interface NewRefund extends RefundParts, Pick<DevRefund, "adjustmentMinor" | "pending"> {
  at: string;
  transactions: DevTransaction[];
}

/** Keeps a refund with its transactions, and tells nobody. */
export function storeRefund(
  { state }: Devstore,
  shop: string,
  order: DevOrder,
  { at, transactions, ...refund }: NewRefund,
): { order: DevOrder; refund: DevRefund } {
  const stored: DevRefund = {
    id: state.nextId(shop, "refund"),
    amountMinor: transactions.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    note: null,
    transactionIds: transactions.map(({ id }) => id),
    ...refund,
    createdAt: at,
  };
  const refunded = state.put(shop, "order", {
    ...order,
    updatedAt: at,
    refunds: [...order.refunds, stored],
    transactions: [...order.transactions, ...transactions],
  });
  return { order: refunded, refund: stored };
}

function moneyFor(order: DevOrder, request: RefundRequest, parts: RefundParts): number {
  const left = refundableMinor(order);
  const hasParts = Object.keys(parts).length > 0;
  if (isForAll(request)) {
    if (left <= 0 && !hasParts) {
      throw new InputError("amount", `order ${order.id} is wholly refunded`);
    }
    return left;
  }
  const amount = request.amountMinor ?? partsMinor(order, parts);
  const least = hasParts ? 0 : 1;
  if (amount < least || amount > left) {
    throw new InputError("amount", `between ${least} and ${left} minor units can be refunded`);
  }
  return amount;
}

/**
 * How far the money is from what the parts ask for. What the shopper owes may be set off against them, and what
 * an edit left owed to the shopper may come with them.
 */
function discrepancy(order: DevOrder, parts: number, amount: number): number {
  const outstanding = settledOutstandingMinor(order);
  const least = Math.max(0, parts - Math.max(0, outstanding));
  const most = parts + Math.max(0, -outstanding);
  if (amount < least) return least - amount;
  return amount > most ? most - amount : 0;
}

/** The money goes back the way it came, payment by payment, and never more than each brought. */
function payBack(
  { state }: Devstore,
  shop: string,
  { transactions }: DevOrder,
  { amountMinor, at, pending }: { amountMinor: number; at: string; pending?: boolean | undefined },
): DevTransaction[] {
  let left = amountMinor;
  return transactions.flatMap((sale): DevTransaction[] => {
    if (sale.kind !== "SALE" || sale.status !== "SUCCESS") return [];
    const gone = transactions
      .filter(({ kind, parentId }) => kind === "REFUND" && parentId === sale.id)
      .reduce((sum, one) => sum + one.amountMinor, 0);
    const part = Math.min(left, sale.amountMinor - gone);
    if (part <= 0) return [];
    left -= part;
    return [
      {
        id: state.nextId(shop, "transaction"),
        kind: "REFUND",
        status: pending ? "PENDING" : "SUCCESS",
        gateway: sale.gateway,
        amountMinor: part,
        parentId: sale.id,
        processedAt: at,
        errorCode: null,
      },
    ];
  });
}
