import type { CodeDiscountEffect } from "../state/discount-code.ts";
import {
  type Cart,
  type CartLine,
  isBoughtSo,
  isEntitled,
  type Purchases,
} from "./discount-cart.ts";
import { shareOf } from "./share-amount.ts";

type BuyXGetY = Extract<CodeDiscountEffect, { type: "bxgy" }>;

/** One piece of a line: a piece is either bought or given, never both. */
interface Piece {
  at: number;
  priceMinor: number;
}

/**
 * What is given on each line: as often as the cart has a whole set of what must be bought and what is given for
 * it. The cheapest pieces are given, the dearest are the ones that were bought.
 */
export function giveForBought(effect: BuyXGetY, cart: Cart): number[] {
  const amounts = cart.lines.map(() => 0);
  let pieces = piecesOf(cart.lines);
  const most = effect.usesPerOrderLimit ?? Number.POSITIVE_INFINITY;
  for (let round = 0; round < most; round += 1) {
    const set = takeSet(effect, cart.lines, pieces);
    if (set === null) return amounts;
    for (const { at, priceMinor } of set.given) {
      amounts[at] = (amounts[at] ?? 0) + takenOff(effect, priceMinor);
    }
    pieces = set.left;
  }
  return amounts;
}

function takeSet(
  { buys, gets }: BuyXGetY,
  lines: readonly CartLine[],
  pieces: readonly Piece[],
): { given: Piece[]; left: Piece[] } | null {
  const bought: Purchases = {
    oneTime: buys.oneTime ?? true,
    subscription: buys.subscription ?? false,
  };
  const isOf = (purchases: Purchases, items: typeof buys.items) => (piece: Piece) => {
    const line = lines[piece.at];
    return line !== undefined && isEntitled(items, line) && isBoughtSo(purchases, line);
  };
  const given = pieces
    .filter(isOf({ oneTime: true, subscription: false }, gets.items))
    .sort((a, b) => a.priceMinor - b.priceMinor)
    .slice(0, gets.quantity);
  if (given.length < gets.quantity) return null;
  const rest = pieces.filter((piece) => !given.includes(piece));
  const spent = payFor(buys, rest.filter(isOf(bought, buys.items)));
  if (spent === null) return null;
  return { given, left: rest.filter((piece) => !spent.includes(piece)) };
}

/** The pieces that earn one gift: so many of them, or worth so much. Null when there are too few. */
function payFor(
  { quantity, amountMinor }: BuyXGetY["buys"],
  candidates: readonly Piece[],
): Piece[] | null {
  const dearest = candidates.toSorted((a, b) => b.priceMinor - a.priceMinor);
  const spent: Piece[] = [];
  let worth = 0;
  const isEnough = () => spent.length >= (quantity ?? 1) && worth >= (amountMinor ?? 0);
  for (const piece of dearest) {
    if (isEnough()) break;
    spent.push(piece);
    worth += piece.priceMinor;
  }
  return isEnough() ? spent : null;
}

function takenOff({ gets: { effect } }: BuyXGetY, priceMinor: number): number {
  return effect.type === "percentage"
    ? shareOf(priceMinor, effect.percentage)
    : Math.min(effect.amountMinor, priceMinor);
}

function piecesOf(lines: readonly CartLine[]): Piece[] {
  return lines.flatMap(({ quantity, unitPriceMinor }, at) =>
    Array.from({ length: quantity }, () => ({ at, priceMinor: unitPriceMinor })),
  );
}
