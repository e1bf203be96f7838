import type {
  PlatformContractDiscount,
  PlatformContractLine,
} from "#app/platform/platform-contract.ts";

/** What of a line a discount works on. Minor units of the contract's currency. */
export type PricedLine = Pick<PlatformContractLine, "quantity" | "priceMinor">;

/** What of a discount decides how much it takes off; an amount is in the contract's currency. */
export type LineDiscount = Pick<PlatformContractDiscount, "value" | "appliesOnEachItem">;

/**
 * What all pieces of each line cost with some discounts, in minor units, as the platform counts it: a discount works on what
 * those before it have left of each line, and the charge is the sum of the lines. The one place that lowers a line, so that
 * what is promised, shown and counted is what is charged (record 195).
 *
 * @param discounts all of them on every line, in the contract's order.
 */
export function discountedLines(
  lines: readonly PricedLine[],
  discounts: readonly LineDiscount[],
): number[] {
  let left = lines.map(({ quantity, priceMinor }) => quantity * priceMinor);
  for (const discount of discounts) {
    const off = amountsOff(discount, lines, left);
    left = left.map((minor, at) => minor - Math.min(minor, off[at] ?? 0));
  }
  return left;
}

/** The sum of {@link discountedLines}: what the goods of one charge cost. */
export function discountedGoods(
  lines: readonly PricedLine[],
  discounts: readonly LineDiscount[],
): number {
  return discountedLines(lines, discounts).reduce((sum, minor) => sum + minor, 0);
}

function amountsOff(
  { value, appliesOnEachItem }: LineDiscount,
  lines: readonly PricedLine[],
  left: readonly number[],
): number[] {
  if (value.kind === "percentage") {
    return lines.map(({ quantity }, at) =>
      shareOfPieces(left[at] ?? 0, quantity, value.percentage),
    );
  }
  if (appliesOnEachItem) return lines.map(({ quantity }) => value.amountMinor * quantity);
  return sharesOf(value.amountMinor, left);
}

/** The platform cuts what a percentage takes off a piece to whole minor units. */
function shareOfPieces(minor: number, quantity: number, percentage: number): number {
  return Math.floor((minor * percentage) / (100 * quantity)) * quantity;
}

/** An amount over the lines by what each costs; what rounding leaves goes to the first ones. */
function sharesOf(amountMinor: number, left: readonly number[]): number[] {
  const whole = left.reduce((sum, minor) => sum + minor, 0);
  const capped = Math.min(amountMinor, whole);
  // The product of two amounts is larger than a number counts exactly.
  const shares = left.map((minor) =>
    whole === 0 ? 0 : Number((BigInt(capped) * BigInt(minor)) / BigInt(whole)),
  );
  let rest = capped - shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share, at) => {
    const more = rest > 0 && share < (left[at] ?? 0) ? 1 : 0;
    rest -= more;
    return share + more;
  });
}
