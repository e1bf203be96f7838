import type { ContractTerms, DevDiscount, DevLine } from "../state/contract.ts";

interface Allocation {
  discountId: string;
  amountMinor: number;
}

interface PricedLine {
  line: DevLine;
  /** Before discounts. */
  totalMinor: number;
  allocations: Allocation[];
  discountedMinor: number;
}

export interface PricedTerms {
  lines: PricedLine[];
  deliveryMinor: number;
  subtotalMinor: number;
  totalMinor: number;
  /** Discounts which took something off, or freed the delivery. */
  usedDiscountIds: string[];
}

type Priced = Pick<ContractTerms, "lines" | "discounts" | "deliveryPriceMinor">;

/** What one order of these terms costs: discounts in their order, each on what the earlier ones left. */
export function priceTerms(terms: Priced): PricedTerms {
  const lines: PricedLine[] = terms.lines.map((line) => {
    const totalMinor = line.currentPriceMinor * line.quantity;
    return { line, totalMinor, allocations: [], discountedMinor: totalMinor };
  });
  let deliveryMinor = terms.deliveryPriceMinor;
  const used: string[] = [];
  for (const discount of terms.discounts) {
    if (!isApplicable(discount)) continue;
    if (discount.targetType === "SHIPPING_LINE") {
      if (deliveryMinor > 0) used.push(discount.id);
      deliveryMinor = 0;
      continue;
    }
    if (applyToLines(discount, lines)) used.push(discount.id);
  }
  const subtotalMinor = lines.reduce((sum, line) => sum + line.discountedMinor, 0);
  const totalMinor = subtotalMinor + deliveryMinor;
  return { lines, deliveryMinor, subtotalMinor, totalMinor, usedDiscountIds: used };
}

/** Whether a discount still has uses left and was not turned down. */
export function isApplicable(discount: DevDiscount): boolean {
  if (discount.rejectionReason !== null) return false;
  return (
    discount.recurringCycleLimit === null || discount.usageCount < discount.recurringCycleLimit
  );
}

function applyToLines(discount: DevDiscount, lines: PricedLine[]): boolean {
  const entitled = lines.filter(
    ({ line }) => discount.entitledLineIds === null || discount.entitledLineIds.includes(line.id),
  );
  const amounts = amountsOff(discount, entitled);
  let applied = false;
  entitled.forEach((priced, index) => {
    const amountMinor = Math.min(amounts[index] ?? 0, priced.discountedMinor);
    if (amountMinor <= 0) return;
    priced.allocations.push({ discountId: discount.id, amountMinor });
    priced.discountedMinor -= amountMinor;
    applied = true;
  });
  return applied;
}

function amountsOff(discount: DevDiscount, lines: PricedLine[]): number[] {
  const { value } = discount;
  if (value.type === "percentage") {
    return lines.map((line) => cutShareOf(line, value.percentage));
  }
  if (value.appliesOnEachItem) return lines.map(({ line }) => value.amountMinor * line.quantity);
  return shareOut(
    value.amountMinor,
    lines.map((line) => line.discountedMinor),
  );
}

/** Live stores cut what a percentage takes off each piece to whole minor units. */
function cutShareOf({ line: { quantity }, discountedMinor }: PricedLine, percentage: number) {
  return Math.floor((discountedMinor * percentage) / (100 * quantity)) * quantity;
}

/** Splits an amount by weight without losing a cent: what rounding leaves goes to the first lines. */
function shareOut(amountMinor: number, weights: number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return weights.map(() => 0);
  const capped = Math.min(amountMinor, whole);
  const shares = weights.map((weight) => Number((BigInt(capped) * BigInt(weight)) / BigInt(whole)));
  let rest = capped - shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share, index) => {
    if (rest === 0 || share >= (weights[index] ?? 0)) return share;
    rest -= 1;
    return share + 1;
  });
}
