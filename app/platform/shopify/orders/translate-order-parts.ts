import { platformInstant } from "#app/lib/instants.ts";
import type { PlatformRefund, PlatformSoldLine } from "../../platform-order.ts";
import { readMoney } from "../admin-money.ts";
import type {
  PaidLineFactsFragment,
  RefundFactsFragment,
  RefundLineFactsFragment,
} from "../admin-operations.generated.ts";
import { fromGid } from "../gid.ts";

/** An amount of the platform in the store's and in the shopper's currency. */
type MoneyBag = { shopMoney: { amount: string; currencyCode: string } };

/** A refund with all of its lines. */
export interface WholeRefund {
  refund: RefundFactsFragment;
  lines: readonly RefundLineFactsFragment[];
}

/** Minor units of the store's currency; 0 of what is not there. */
export function readShopMoney(bag: MoneyBag | null | undefined): number {
  return bag ? readMoney(bag.shopMoney) : 0;
}

export function sumOfTaxes(taxes: readonly { priceSet: MoneyBag }[]): number {
  return taxes.reduce((sum, { priceSet }) => sum + readShopMoney(priceSet), 0);
}

/** The lines less the tip's own: a line without a product and a parcel that costs what the shopper tipped. */
export function withoutTip<Line extends PaidLineFactsFragment>(
  lines: readonly Line[],
  tipMinor: number,
): Line[] {
  if (tipMinor === 0) return [...lines];
  const place = lines.findIndex(
    ({ product, requiresShipping, originalTotalSet }) =>
      product === null && !requiresShipping && readShopMoney(originalTotalSet) === tipMinor,
  );
  return lines.filter((_, at) => at !== place);
}

/** What a line costs. */
export function translateSoldLine(line: PaidLineFactsFragment): PlatformSoldLine {
  const totalMinor = readShopMoney(line.originalTotalSet);
  const discounts = line.discountAllocations.map(
    ({ allocatedAmountSet, discountApplication: by }) => ({
      code: by.__typename === "DiscountCodeApplication" ? by.code : null,
      title: by.__typename === "ManualDiscountApplication" ? by.title : null,
      amountMinor: readShopMoney(allocatedAmountSet),
    }),
  );
  return {
    lineId: fromGid("LineItem", line.id),
    quantity: line.quantity,
    isGiftCard: line.isGiftCard,
    totalMinor,
    paidMinor: discounts.reduce((left, { amountMinor }) => left - amountMinor, totalMinor),
    taxMinor: sumOfTaxes(line.taxLines),
    discounts,
  };
}

/** What was paid back, and for what. */
export function translateRefund(
  { refund, lines }: WholeRefund,
  { taxesIncluded, updatedAt }: { taxesIncluded: boolean; updatedAt: string },
): PlatformRefund {
  const withTax = (priceMinor: number, taxMinor: number) =>
    taxesIncluded ? priceMinor : priceMinor + taxMinor;
  const delivery = refund.refundShippingLines.nodes.map(({ subtotalAmountSet, taxAmountSet }) =>
    withTax(readShopMoney(subtotalAmountSet), readShopMoney(taxAmountSet)),
  );
  const duties = (refund.duties ?? []).map(({ amountSet }) => readShopMoney(amountSet));
  return {
    refundId: fromGid("Refund", refund.id),
    createdAt: platformInstant(refund.createdAt ?? updatedAt),
    amountMinor: readShopMoney(refund.totalRefundedSet),
    besideMinor: [...delivery, ...duties].reduce((sum, minor) => sum + minor, 0),
    lines: lines
      .map(({ lineItem, quantity, subtotalSet, totalTaxSet }) => ({
        lineId: fromGid("LineItem", lineItem.id),
        quantity,
        grossMinor: withTax(readShopMoney(subtotalSet), readShopMoney(totalTaxSet)),
      }))
      .sort((a, b) => a.lineId - b.lineId || a.quantity - b.quantity),
  };
}
