import type { DevFulfillment, DevOrder, DevOrderLine } from "../../state/order.ts";
import { piecesLeft } from "./order-parts.ts";

/** Each time that something of an order was sent. */
export function fulfillmentsOf(
  order: Pick<DevOrder, "id" | "lines" | "fulfilledAt" | "fulfillments">,
): DevFulfillment[] {
  const { fulfilledAt, fulfillments } = order;
  if (fulfillments !== undefined || fulfilledAt === undefined) return fulfillments ?? [];
  return [allAtOnce(order, fulfilledAt)];
}

/** All of an order, sent at once. */
function allAtOnce({ id, lines }: Pick<DevOrder, "id" | "lines">, at: string): DevFulfillment {
  const sent = lines.filter((line) => line.requiresShipping);
  return {
    id,
    createdAt: at,
    lines: sent.map((line) => ({ lineId: line.id, quantity: line.quantity })),
  };
}

/**
 * An order that becomes another one by an edit: what was sent of it stays sent, and is told piece by piece. One of the
 * demo's past was sent without anybody having written it down.
 */
export function withWhatWasSent(before: DevOrder, after: DevOrder): DevOrder {
  if (before.fulfillmentStatus === "UNFULFILLED") return after;
  const known = fulfillmentsOf(before);
  const isPosted = before.lines.some((line) => line.requiresShipping);
  const fulfillments =
    known.length === 0 && isPosted ? [allAtOnce(before, before.processedAt)] : known;
  const open = { ...after, fulfillments, fulfillmentStatus: "PARTIALLY_FULFILLED" as const };
  const isDone = open.lines.every((line) => unsentPieces(open, line) === 0);
  return isDone ? { ...open, fulfillmentStatus: "FULFILLED" } : open;
}

/** How many pieces of a line were sent. */
export function sentPieces(order: DevOrder, { id }: DevOrderLine): number {
  return fulfillmentsOf(order)
    .flatMap(({ lines }) => lines)
    .filter(({ lineId }) => lineId === id)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}

/** How many pieces of a line still have to be sent. */
export function unsentPieces(order: DevOrder, line: DevOrderLine): number {
  if (!line.requiresShipping || order.fulfillmentStatus === "FULFILLED") return 0;
  return Math.max(0, piecesLeft(order, line).quantity - sentPieces(order, line));
}
