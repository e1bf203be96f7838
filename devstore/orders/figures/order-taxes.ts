import { shareOf, spread } from "../../discounts/share-amount.ts";
import type { DevOrder, DevOrderLine } from "../../state/order.ts";
import type { DevShop } from "../../state/shop.ts";

/** How an order is taxed. */
export interface TaxTerms {
  /** Whether prices contain the tax. */
  included: boolean;
  /** Share of a price, for example 0.19. */
  rate: number;
  title: string;
}

/** What an order has in place of its shop's terms. */
export interface TaxOverride {
  included?: boolean | undefined;
  rate?: number | undefined;
}

/** The shop's own terms: included at the German rate in euros, none elsewhere, unless the merchant set others. */
export function taxTermsOf(
  shop: Pick<DevShop, "currency" | "taxesIncluded" | "taxRate">,
  { included, rate }: TaxOverride = {},
): TaxTerms {
  const isEuro = shop.currency === "EUR";
  return {
    included: included ?? shop.taxesIncluded ?? true,
    rate: rate ?? shop.taxRate ?? (isEuro ? 0.19 : 0),
    title: isEuro ? "MwSt." : "Tax",
  };
}

/** The tax in an amount, or on top of it. */
export function taxOn(amountMinor: number, { included, rate }: TaxTerms): number {
  return included ? Math.round(amountMinor - amountMinor / (1 + rate)) : shareOf(amountMinor, rate);
}

type TaxedLine = Pick<
  DevOrderLine,
  "unitPriceMinor" | "quantity" | "discountMinor" | "isUntaxed" | "isTip"
>;

/** What a line costs after its discounts. */
export function netOfLine({ unitPriceMinor, quantity, discountMinor }: TaxedLine): number {
  return unitPriceMinor * quantity - discountMinor;
}

/** The tax of lines and their delivery as one sum, and each one's share of it. */
export function taxesOn(lines: readonly TaxedLine[], shippingMinor: number, terms: TaxTerms) {
  const weights = weightsOf(lines, shippingMinor);
  const taxMinor = taxOn(
    weights.reduce((sum, weight) => sum + weight, 0),
    terms,
  );
  return { taxMinor, ...shares(taxMinor, weights) };
}

/** Each line's share of an order's tax, in the order of its lines, and the delivery's. */
export function taxesOf(order: DevOrder): { byLine: number[]; shippingTaxMinor: number } {
  const { lines, shippingMinor, taxMinor, shippingTaxMinor } = order;
  if (shippingTaxMinor === undefined) return shares(taxMinor, weightsOf(lines, shippingMinor));
  return { byLine: lines.map((line) => line.taxMinor ?? 0), shippingTaxMinor };
}

function weightsOf(lines: readonly TaxedLine[], shippingMinor: number): number[] {
  return [
    ...lines.map((line) => (line.isUntaxed || line.isTip ? 0 : netOfLine(line))),
    shippingMinor,
  ];
}

function shares(taxMinor: number, weights: readonly number[]) {
  const parts = spread(taxMinor, weights);
  return { byLine: parts.slice(0, -1), shippingTaxMinor: parts.at(-1) ?? 0 };
}
