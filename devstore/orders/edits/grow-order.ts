import type { DevOrder, DevOrderLine } from "../../state/order.ts";
import { lineOf } from "../figures/order-parts.ts";
import { taxesOf, taxOn } from "../figures/order-taxes.ts";

/** The order with more pieces of a line. Nothing is taken off what is added. */
export function growLine(before: DevOrder, lineId: number, delta: number): DevOrder {
  const order = withTaxOfEach(before);
  const line = lineOf(order, lineId);
  const added = priceOfMore(order, line, delta);
  const grown = {
    ...line,
    quantity: line.quantity + delta,
    taxMinor: (line.taxMinor ?? 0) + added.taxMinor,
  };
  return {
    ...withMore(order, added),
    lines: order.lines.map((one) => (one === line ? grown : one)),
  };
}

/** The order with one more line. */
export function addLine(before: DevOrder, line: DevOrderLine): DevOrder {
  const order = withTaxOfEach(before);
  const added = priceOfMore(order, line, line.quantity);
  return {
    ...withMore(order, added),
    lines: [...order.lines, { ...line, taxMinor: added.taxMinor }],
  };
}

/** The taxes of what was sold stay as they were, whatever is added. */
function withTaxOfEach(order: DevOrder): DevOrder {
  const { byLine, shippingTaxMinor } = taxesOf(order);
  return {
    ...order,
    shippingTaxMinor,
    lines: order.lines.map((line, at) => ({ ...line, taxMinor: byLine[at] ?? 0 })),
  };
}

function priceOfMore(order: DevOrder, line: DevOrderLine, quantity: number) {
  const { taxesIncluded: included, taxRate: rate, taxTitle: title } = order;
  const subtotalMinor = line.unitPriceMinor * quantity;
  const taxMinor = line.isUntaxed ? 0 : taxOn(subtotalMinor, { included, rate, title });
  return { subtotalMinor, taxMinor };
}

function withMore(order: DevOrder, added: { subtotalMinor: number; taxMinor: number }): DevOrder {
  const onTop = order.taxesIncluded ? 0 : added.taxMinor;
  return {
    ...order,
    subtotalMinor: order.subtotalMinor + added.subtotalMinor,
    taxMinor: order.taxMinor + added.taxMinor,
    totalMinor: order.totalMinor + added.subtotalMinor + onTop,
  };
}
