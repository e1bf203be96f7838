import type {
  DevOrder,
  DevOrderLine,
  DevRefund,
  PartSum,
  RefundedLine,
} from "../../state/order.ts";
import { netOfLine, taxesOf } from "./order-taxes.ts";

/** Pieces of a line, and what they cost. */
export interface Pieces extends PartSum {
  quantity: number;
}

/** A line as it was sold, with all its pieces. */
export function soldPieces(order: DevOrder, line: DevOrderLine): Pieces {
  const taxMinor = taxesOf(order).byLine[order.lines.indexOf(line)] ?? 0;
  return { quantity: line.quantity, subtotalMinor: netOfLine(line), taxMinor };
}

/** What some of a line's pieces cost; all of them cost all of it, to the last minor unit. */
export function partOf(pieces: Pieces, quantity: number): Pieces {
  if (quantity === pieces.quantity) return pieces;
  const share = (minor: number) => Math.round((minor * quantity) / pieces.quantity);
  return {
    quantity,
    subtotalMinor: share(pieces.subtotalMinor),
    taxMinor: share(pieces.taxMinor),
  };
}

/** What came back of a line with one refund. */
export function refundedPieces(order: DevOrder, refunded: RefundedLine): Pieces {
  const { lineId, quantity, subtotalMinor, taxMinor } = refunded;
  if (subtotalMinor !== undefined && taxMinor !== undefined) {
    return { quantity, subtotalMinor, taxMinor };
  }
  return partOf(soldPieces(order, lineOf(order, lineId)), quantity);
}

/** The line of an order by its number. */
export function lineOf(order: DevOrder, lineId: number): DevOrderLine {
  const line = order.lines.find(({ id }) => id === lineId);
  if (line === undefined) throw new Error(`order ${order.id} has no line ${lineId}`);
  return line;
}

/** What is left of a line after all that came back. */
export function piecesLeft(order: DevOrder, line: DevOrderLine): Pieces {
  const left = { ...soldPieces(order, line) };
  for (const refunded of order.refunds.flatMap(({ lines }) => lines ?? [])) {
    if (refunded.lineId !== line.id) continue;
    const back = refundedPieces(order, refunded);
    left.quantity -= back.quantity;
    left.subtotalMinor -= back.subtotalMinor;
    left.taxMinor -= back.taxMinor;
  }
  return left;
}

/** What is left of the delivery. */
export function deliveryLeft(order: DevOrder): PartSum {
  const left = {
    subtotalMinor: order.shippingMinor,
    taxMinor: taxesOf(order).shippingTaxMinor,
  };
  for (const { delivery } of order.refunds) {
    left.subtotalMinor -= delivery?.subtotalMinor ?? 0;
    left.taxMinor -= delivery?.taxMinor ?? 0;
  }
  return left;
}

/** The duties that were not given back. */
export function dutiesLeft({ dutiesMinor = 0, refunds }: DevOrder): number {
  return refunds.reduce((left, refund) => left - (refund.dutiesMinor ?? 0), dutiesMinor);
}

/** What the shopper paid for a part: its tax is on top where it is not in the price. */
function priceOf(
  { taxesIncluded }: Pick<DevOrder, "taxesIncluded">,
  { subtotalMinor, taxMinor }: PartSum,
): number {
  return taxesIncluded ? subtotalMinor : subtotalMinor + taxMinor;
}

/** What the parts cost that came back with a refund. */
export function partsMinor(
  order: DevOrder,
  { lines = [], delivery, dutiesMinor = 0 }: Pick<DevRefund, "lines" | "delivery" | "dutiesMinor">,
): number {
  const pieces = lines.map((one) => priceOf(order, refundedPieces(order, one)));
  const goods = pieces.reduce((sum, price) => sum + price, 0);
  return goods + (delivery === undefined ? 0 : priceOf(order, delivery)) + dutiesMinor;
}

/** What was taken off the pieces that did not come back. */
export function currentDiscounts(order: DevOrder): number {
  return order.lines.reduce((sum, line) => {
    const share = (line.discountMinor * piecesLeft(order, line).quantity) / line.quantity;
    return sum + Math.round(share);
  }, 0);
}
