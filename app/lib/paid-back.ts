import {
  add,
  divide,
  type Fraction,
  fraction,
  isLess,
  multiply,
  smaller,
  subtract,
} from "./fraction.ts";

/** A line of an order, in minor units. */
export interface SoldLine {
  lineId: number;
  /** All pieces, also those that came back. */
  quantity: number;
  /** What was paid for them after all discounts. */
  paidMinor: number;
  /** Part of `paidMinor` where prices hold the tax, otherwise beside it. */
  taxMinor: number;
}

/** The goods of an order. */
export interface Sale {
  taxesIncluded: boolean;
  /** What of the order was never paid, with tax: what was sold last waits for its payment. */
  unpaidMinor: number;
  lines: readonly SoldLine[];
}

/** What was paid back at once, in minor units with tax. */
export interface PaidBack {
  /** All of the money. */
  amountMinor: number;
  /** What it names of all that is no goods: delivery, duties. */
  besideMinor: number;
  /** The pieces it names. */
  lines: readonly { lineId: number; quantity: number; grossMinor: number }[];
}

const NONE = fraction(0);
const WHOLE = fraction(1);

/**
 * Says how much of each line has come back by all refunds together, from 0 to 1, exactly. Goods go against goods and delivery against
 * delivery: a piece that came back is back, whatever was kept of its price, and what was paid back for the delivery concerns no line.
 * Money that names nothing counts for the goods that are left and were paid, up to what they cost, each in proportion to its price.
 *
 * All refunds count as one, so that their order, and the parts in which an amount was paid back, change nothing.
 */
export function partsBack(
  sale: Sale,
  refunds: readonly PaidBack[],
): (line: Pick<SoldLine, "lineId" | "quantity">) => Fraction {
  const pieces = new Map<number, number>();
  let bareMinor = 0;
  for (const { amountMinor, besideMinor, lines } of refunds) {
    bareMinor += amountMinor - besideMinor;
    for (const { lineId, quantity, grossMinor } of lines) {
      pieces.set(lineId, (pieces.get(lineId) ?? 0) + quantity);
      bareMinor -= grossMinor;
    }
  }
  // One bottom for all lines: sums over hundreds of them stay as short as one of them.
  const bottom = sale.lines.reduce((least, { quantity }) => commonMultiple(least, quantity), 1n);
  const named = ({ lineId, quantity }: Pick<SoldLine, "lineId" | "quantity">): Fraction => {
    const back = BigInt(Math.min(pieces.get(lineId) ?? 0, quantity));
    return back > 0n ? { top: back * (bottom / BigInt(quantity)), bottom } : NONE;
  };
  const kept = (line: SoldLine) =>
    multiply(fraction(grossOf(sale, line)), subtract(WHOLE, named(line)));
  const paid = paidShares(sale, kept);
  const left = sale.lines.map((line) => multiply(kept(line), paid(line))).reduce(add, NONE);
  const bare = fraction(Math.max(0, bareMinor));
  const ofRest = isLess(NONE, left) ? smaller(divide(bare, left), WHOLE) : NONE;
  return (line) => {
    const ofLine = multiply(subtract(WHOLE, named(line)), paid(line));
    return add(named(line), multiply(ofLine, ofRest));
  };
}

/** How much of each line was paid, by what it costs: all of it, but for what was added last. */
function paidShares(
  { lines, unpaidMinor }: Sale,
  costOf: (line: SoldLine) => Fraction,
): (line: Pick<SoldLine, "lineId">) => Fraction {
  const shares = new Map<number, Fraction>();
  let waiting = fraction(unpaidMinor);
  for (const line of lines.toSorted((one, other) => other.lineId - one.lineId)) {
    if (!isLess(NONE, waiting)) break;
    const cost = costOf(line);
    const ofLine = smaller(waiting, cost);
    if (isLess(NONE, cost)) shares.set(line.lineId, subtract(WHOLE, divide(ofLine, cost)));
    waiting = subtract(waiting, ofLine);
  }
  return ({ lineId }) => shares.get(lineId) ?? WHOLE;
}

/** What has come back of something that is spread over lines by their weights, from 0 to 1; 0 where they weigh nothing. */
export function shareBack<Line>(
  lines: readonly Line[],
  weightOf: (line: Line) => number,
  back: (line: Line) => Fraction,
): Fraction {
  const all = lines.reduce((sum, line) => sum + weightOf(line), 0);
  if (all === 0) return NONE;
  const parts = lines.map((line) => multiply(fraction(weightOf(line)), back(line)));
  return divide(parts.reduce(add, NONE), fraction(all));
}

/** The least number that both divide; a line without pieces asks for nothing. */
function commonMultiple(least: bigint, quantity: number): bigint {
  if (quantity <= 0) return least;
  let [divisor, rest] = [least, BigInt(quantity)];
  while (rest > 0n) [divisor, rest] = [rest, divisor % rest];
  return (least / divisor) * BigInt(quantity);
}

/** What a line cost with its tax. */
export function grossOf({ taxesIncluded }: Pick<Sale, "taxesIncluded">, line: SoldLine): number {
  return taxesIncluded ? line.paidMinor : line.paidMinor + line.taxMinor;
}
