import { type Fraction, fraction, multiply, subtract } from "#app/lib/fraction.ts";
import { isCreditCode } from "../store-credit/holds/credit-hold.ts";
import type { CountableOrder, CountedLines, CountedOrder } from "./countable-order.ts";

/**
 * Counts an order whose row is from before the parts of orders and refunds were kept: a refund is its share of the whole, and whether
 * prices hold the tax is what makes the sums right. The next news of the order brings its parts.
 */
export function countEarlierOrder(order: CountableOrder): CountedOrder {
  const { totalMinor, refunds } = order;
  const total = Number(totalMinor);
  const refunded = refunds.reduce((sum, { amountMinor }) => sum + Number(amountMinor), 0);
  const back = total > 0 ? fraction(Math.min(refunded, total), total) : fraction(0);
  const kept = subtract(fraction(1), back);
  const goods = order.subtotalMinor - taxInGoods(order);
  const netMinor = total > 0 ? Number((goods * kept.top) / kept.bottom) : 0;
  const all: CountedLines = { netMinor, moneyShare: moneyShare(order), backShare: back };
  const lines = order.lines as { totalMinor: number }[];
  return { netMinor, lineNets: shareOut(netMinor, lines), ofContract: () => all };
}

/** The tax in the price of the goods; 0 where it comes on top of them. */
function taxInGoods({ totalMinor, subtotalMinor, taxMinor, deliveryMinor }: CountableOrder) {
  const rest = totalMinor - subtotalMinor;
  // Delivery that was given away stands in the row all the same.
  const isOnTop =
    rest === taxMinor + deliveryMinor || (rest === taxMinor && rest !== deliveryMinor);
  const goods = subtotalMinor + deliveryMinor;
  return isOnTop || goods <= 0n ? 0n : (taxMinor * subtotalMinor) / goods;
}

function moneyShare({ subtotalMinor, discountCodes }: CountableOrder) {
  const codes = discountCodes as { code: string; amountMinor: number }[];
  const credit = codes
    .filter(({ code }) => isCreditCode(code))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const goods = Number(subtotalMinor);
  return goods + credit > 0 ? fraction(goods, goods + credit) : fraction(1);
}

/** The lines' parts of an amount by what they cost before discounts. */
function shareOut(amountMinor: number, lines: readonly { totalMinor: number }[]): Fraction[] {
  const all = lines.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
  return lines.map(({ totalMinor }) =>
    all > 0 ? multiply(fraction(amountMinor), fraction(totalMinor, all)) : fraction(0),
  );
}
