import { gid } from "#devstore/admin-api/graphql/gid.ts";
import { piecesLeft, soldPieces } from "../../../orders/figures/order-parts.ts";
import { netOfLine } from "../../../orders/figures/order-taxes.ts";
import type { DevOrder, DevOrderLine } from "../../../state/order.ts";
import type { AdminContext, View } from "../../admin-context.ts";
import { ownContract } from "../../subscriptions/own-contracts.ts";
import { moneyBagView } from "../money-view.ts";
import { allocationsOf } from "./discount-allocation.ts";
import { taxLineViews } from "./tax-line-view.ts";

/** A line of an order: goods, a custom sale, or a tip. */
export function lineItemView(context: AdminContext, order: DevOrder, line: DevOrderLine): View {
  const { state, shop, views } = context;
  const product =
    line.productId === null ? undefined : state.get(shop.domain, "product", line.productId);
  const variant = product?.variants.find((one) => one.id === line.variantId);
  return {
    __typename: "LineItem",
    id: gid("LineItem", line.id),
    title: line.title,
    name: line.variantTitle === null ? line.title : `${line.title} - ${line.variantTitle}`,
    variantTitle: line.variantTitle,
    sku: line.sku,
    quantity: line.quantity,
    currentQuantity: piecesLeft(order, line).quantity,
    requiresShipping: line.requiresShipping,
    isGiftCard: line.isGiftCard === true,
    taxable: !line.isUntaxed && !line.isTip,
    taxLines: taxLineViews(order, soldPieces(order, line).taxMinor),
    product: product === undefined ? null : () => views.product(product),
    variant:
      product === undefined || variant === undefined ? null : () => views.variant(product, variant),
    originalUnitPriceSet: moneyBagView(line.unitPriceMinor, order),
    originalTotalSet: moneyBagView(line.unitPriceMinor * line.quantity, order),
    discountedTotalSet: moneyBagView(netOfLine(line), order),
    totalDiscountSet: moneyBagView(line.discountMinor, order),
    sellingPlan:
      line.sellingPlanName === null
        ? null
        : {
            __typename: "LineItemSellingPlan",
            name: line.sellingPlanName,
            sellingPlanId:
              line.sellingPlanId === null ? null : gid("SellingPlan", line.sellingPlanId),
          },
    contract: () => {
      const contract = line.contractId === null ? undefined : ownContract(context, line.contractId);
      return contract === undefined ? null : views.contract(contract);
    },
    discountAllocations: allocationsOf(order, line),
    customAttributes: [],
  };
}
