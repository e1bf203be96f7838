import { lineOf, refundedPieces } from "../orders/figures/order-parts.ts";
import { discrepanciesOf } from "../orders/figures/refund-discrepancies.ts";
import { fixedOfMinor } from "../state/money.ts";
import type { DevOrder, DevRefund } from "../state/order.ts";
import { toPresentment } from "../state/presentment.ts";

/** Body of refunds/create. */
export function refundPayload(order: DevOrder, refund: DevRefund): Record<string, unknown> {
  const money = (minor: number) => fixedOfMinor(minor, order.currency);
  const bag = (minor: number) => {
    const { currency, presentment = { currency, rate: 1 } } = order;
    const paid = fixedOfMinor(toPresentment(minor, currency, presentment), presentment.currency);
    return {
      shop_money: { amount: money(minor), currency_code: currency },
      presentment_money: { amount: paid, currency_code: presentment.currency },
    };
  };
  return {
    id: refund.id,
    admin_graphql_api_id: `gid://shopify/Refund/${refund.id}`,
    order_id: order.id,
    created_at: refund.createdAt,
    processed_at: refund.createdAt,
    note: refund.note,
    duties: refund.dutiesMinor === undefined ? [] : [{ amount_set: bag(refund.dutiesMinor) }],
    refund_line_items: (refund.lines ?? []).map((refunded) => {
      const { quantity, subtotalMinor, taxMinor } = refundedPieces(order, refunded);
      const line = lineOf(order, refunded.lineId);
      return {
        id: Number(`${refund.id}${line.id}`),
        line_item_id: line.id,
        quantity,
        restock_type: "no_restock",
        subtotal: Number(money(subtotalMinor)),
        subtotal_set: bag(subtotalMinor),
        total_tax: Number(money(taxMinor)),
        total_tax_set: bag(taxMinor),
        line_item: { id: line.id, variant_id: line.variantId, title: line.title },
      };
    }),
    refund_shipping_lines:
      refund.delivery === undefined
        ? []
        : [
            {
              id: refund.id,
              shipping_line: { id: order.id, title: "Standard" },
              subtotal_amount_set: bag(refund.delivery.subtotalMinor),
              tax_amount_set: bag(refund.delivery.taxMinor),
            },
          ],
    order_adjustments: discrepanciesOf(order, refund).map(({ id, amountMinor, reason }) => ({
      id,
      order_id: order.id,
      refund_id: refund.id,
      amount: money(amountMinor),
      amount_set: bag(amountMinor),
      tax_amount: money(0),
      tax_amount_set: bag(0),
      kind: reason.toLowerCase(),
      reason: reasonText(reason),
    })),
    transactions: order.transactions
      .filter((transaction) => refund.transactionIds.includes(transaction.id))
      .map((transaction) => ({
        id: transaction.id,
        admin_graphql_api_id: `gid://shopify/OrderTransaction/${transaction.id}`,
        amount: money(transaction.amountMinor),
        currency: order.currency,
        kind: "refund",
        status: transaction.status.toLowerCase(),
        gateway: transaction.gateway,
        parent_id: transaction.parentId,
      })),
  };
}

/** "Refund discrepancy" for REFUND_DISCREPANCY. */
function reasonText(reason: string): string {
  const words = reason.toLowerCase().replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
