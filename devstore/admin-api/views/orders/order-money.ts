import { gid } from "#devstore/admin-api/graphql/gid.ts";
import {
  adjustmentOf,
  currentTotalMinor,
  outstandingMinor,
  pendingOf,
  receivedMinor,
} from "../../../orders/figures/order-balance.ts";
import {
  currentDiscounts,
  deliveryLeft,
  dutiesLeft,
  piecesLeft,
} from "../../../orders/figures/order-parts.ts";
import { type DevOrder, refundedMinor } from "../../../state/order.ts";
import { moneyBagView } from "../money-view.ts";
import { taxLineViews } from "./tax-line-view.ts";

/** What an order came to when it was placed, comes to with all that was added, and after all that came back. */
export function moneyFields(order: DevOrder): Record<string, unknown> {
  const bag = (minor: number) => moneyBagView(minor, order);
  const refunded = refundedMinor(order);
  const received = receivedMinor(order);
  const { shippingDiscountMinor = 0 } = order;
  const discounts = sumOf(order.lines.map(({ discountMinor }) => discountMinor));
  return {
    totalPriceSet: bag(order.totalMinor),
    originalTotalPriceSet: bag(order.originalTotalMinor ?? order.totalMinor),
    currentTotalPriceSet: bag(currentTotalMinor(order)),
    subtotalPriceSet: bag(order.subtotalMinor),
    totalDiscountsSet: bag(discounts + shippingDiscountMinor),
    currentTotalDiscountsSet: bag(currentDiscounts(order) + shippingDiscountMinor),
    totalRefundedSet: bag(refunded),
    totalReceivedSet: bag(received),
    netPaymentSet: bag(received - refunded),
    totalOutstandingSet: bag(outstandingMinor(order)),
    refundDiscrepancySet: bag(
      sumOf(order.refunds.map((one) => adjustmentOf(order, one) + pendingOf(order, one))),
    ),
    totalTipReceivedSet: bag(
      sumOf(order.lines.map(({ isTip, unitPriceMinor }) => (isTip ? unitPriceMinor : 0))),
    ),
    ...deliveryFields(order),
    ...importFields(order),
    ...taxFields(order),
  };
}

/** The delivery before discounts and returns, and after them. */
function deliveryFields(order: DevOrder) {
  const bag = (minor: number) => moneyBagView(minor, order);
  const left = deliveryLeft(order).subtotalMinor;
  return {
    totalShippingPriceSet: bag(order.shippingMinor + (order.shippingDiscountMinor ?? 0)),
    totalRefundedShippingSet: bag(order.shippingMinor - left),
    currentShippingPriceSet: bag(left),
  };
}

/** Duties and fees are null on orders that have none. */
function importFields(order: DevOrder) {
  const bag = (minor: number) => moneyBagView(minor, order);
  const { id, dutiesMinor, feesMinor } = order;
  const fees = feesMinor === undefined ? null : bag(feesMinor);
  return {
    originalTotalDutiesSet: dutiesMinor === undefined ? null : bag(dutiesMinor),
    currentTotalDutiesSet: dutiesMinor === undefined ? null : bag(dutiesLeft(order)),
    dutiesIncluded: false,
    originalTotalAdditionalFeesSet: fees,
    currentTotalAdditionalFeesSet: fees,
    additionalFees:
      fees === null
        ? []
        : [
            {
              __typename: "AdditionalFee",
              id: gid("AdditionalFee", id),
              name: "Import fee",
              price: fees,
              taxLines: [],
            },
          ],
  };
}

function taxFields(order: DevOrder) {
  const bag = (minor: number) => moneyBagView(minor, order);
  const pieces = order.lines.map((line) => piecesLeft(order, line));
  const goods = order.lines.map((line, at) => (line.isTip ? 0 : (pieces[at]?.subtotalMinor ?? 0)));
  const currentTax = sumOf(pieces.map(({ taxMinor }) => taxMinor)) + deliveryLeft(order).taxMinor;
  return {
    currentSubtotalPriceSet: bag(sumOf(goods)),
    totalTaxSet: bag(order.taxMinor),
    currentTotalTaxSet: bag(currentTax),
    taxLines: taxLineViews(order, order.taxMinor),
    currentTaxLines: taxLineViews(order, currentTax),
  };
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
