import type { DevFulfillment, DevOrder, DevOrderLine } from "../../state/order.ts";
import { piecesLeft } from "./order-parts.ts";

/** Each time that something of an order was sent. */
export function fulfillmentsOf(
  order: Pick<DevOrder, "id" | "lines" | "fulfilledAt" | "fulfillments">,
): DevFulfillment[] {
  const { id, lines, fulfilledAt, fulfillments } = order;
  if (fulfillments !== undefined || fulfilledAt === undefined) return fulfillments ?? [];
  const sent = lines.filter((line) => line.requiresShipping);
  return [
    {
      id,
      createdAt: fulfilledAt,
      lines: sent.map((line) => ({ lineId: line.id, quantity: line.quantity })),
    },
  ];
}

/** How many pieces of a line were sent. */
function sentPieces(order: DevOrder, { id }: DevOrderLine): number {
  return fulfillmentsOf(order)
    .flatMap(({ lines }) => lines)
    .filter(({ lineId }) => lineId === id)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}

/** How many pieces of a line still have to be sent. */
export function unsentPieces(order: DevOrder, line: DevOrderLine): number {
  if (!line.requiresShipping) return 0;
  return Math.max(0, piecesLeft(order, line).quantity - sentPieces(order, line));
}
