import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { gid } from "#devstore/admin-api/graphql/gid.ts";
import { lineOf, refundedPieces } from "../../../orders/figures/order-parts.ts";
import { discrepanciesOf } from "../../../orders/figures/refund-discrepancies.ts";
import type { DevOrder, DevRefund, RefundedLine } from "../../../state/order.ts";
import type { AdminContext, Arguments, View } from "../../admin-context.ts";
import { moneyBagView, moneyView } from "../money-view.ts";
import { lineItemView } from "./line-view.ts";
import { shippingLineView } from "./shipping-line-view.ts";
import { transactionView } from "./transaction-view.ts";

/** A refund with its parts. Money that is on its way is not refunded yet. */
export function refundView(context: AdminContext, order: DevOrder, refund: DevRefund): View {
  const bag = (minor: number) => moneyBagView(minor, order);
  const refundedMinor = refund.pending ? 0 : refund.amountMinor;
  return {
    __typename: "Refund",
    id: gid("Refund", refund.id),
    legacyResourceId: String(refund.id),
    note: refund.note,
    createdAt: refund.createdAt,
    processedAt: refund.createdAt,
    updatedAt: refund.settledAt ?? refund.createdAt,
    totalRefunded: moneyView(refundedMinor, order.currency),
    totalRefundedSet: bag(refundedMinor),
    order: () => context.views.order(order),
    duties:
      refund.dutiesMinor === undefined
        ? []
        : [{ __typename: "RefundDuty", amountSet: bag(refund.dutiesMinor), originalDuty: null }],
    refundLineItems: (args: Arguments) =>
      connection(args, {
        items: refund.lines ?? [],
        idOf: (one) => one.lineId,
        view: (one) => refundLineView(context, order, refund, one),
      }),
    refundShippingLines: (args: Arguments) =>
      connection(args, {
        items: refund.delivery === undefined ? [] : [refund.delivery],
        idOf: () => refund.id,
        view: ({ subtotalMinor, taxMinor }) => ({
          __typename: "RefundShippingLine",
          id: gid("RefundShippingLine", refund.id),
          shippingLine: () => shippingLineView(order),
          subtotalAmountSet: bag(subtotalMinor),
          taxAmountSet: bag(taxMinor),
        }),
      }),
    orderAdjustments: (args: Arguments) =>
      connection(args, {
        items: discrepanciesOf(order, refund),
        idOf: ({ id }) => id,
        view: ({ id, amountMinor, reason }) => ({
          __typename: "OrderAdjustment",
          id: gid("OrderAdjustment", id),
          amountSet: bag(amountMinor),
          taxAmountSet: bag(0),
          reason,
        }),
      }),
    transactions: (args: Arguments) =>
      connection(args, {
        items: order.transactions.filter((one) => refund.transactionIds.includes(one.id)),
        idOf: (transaction) => transaction.id,
        view: (transaction) => transactionView(context, order, transaction),
      }),
  };
}

function refundLineView(
  context: AdminContext,
  order: DevOrder,
  refund: DevRefund,
  refunded: RefundedLine,
): View {
  const line = lineOf(order, refunded.lineId);
  const { quantity, subtotalMinor, taxMinor } = refundedPieces(order, refunded);
  return {
    __typename: "RefundLineItem",
    id: gid("RefundLineItem", `${refund.id}${line.id}`),
    quantity,
    restocked: false,
    restockType: "NO_RESTOCK",
    location: null,
    lineItem: () => lineItemView(context, order, line),
    priceSet: moneyBagView(Math.round(subtotalMinor / quantity), order),
    subtotalSet: moneyBagView(subtotalMinor, order),
    totalTaxSet: moneyBagView(taxMinor, order),
  };
}
