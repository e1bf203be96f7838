import { InputError } from "../../input-error.ts";
import type {
  DevOrder,
  DevOrderLine,
  DevRefund,
  PartSum,
  RefundedLine,
} from "../../state/order.ts";
import { deliveryLeft, dutiesLeft, partOf, piecesLeft } from "../figures/order-parts.ts";

/** What a merchant asks to refund. Nothing at all means all that is left. */
export interface RefundRequest {
  amountMinor?: number | undefined;
  lines?: WantedPieces[] | undefined;
  /** All that is left of it, or so much, without a tax that is on top. */
  delivery?: true | number | undefined;
  duties?: true | number | undefined;
  /** The money takes its time. */
  pending?: boolean | undefined;
}

/** Pieces by their line, or by what they are. */
interface WantedPieces {
  lineId?: number | undefined;
  variantId?: number | undefined;
  quantity: number;
}

export type RefundParts = Pick<DevRefund, "lines" | "delivery" | "dutiesMinor">;

/** Whether a request is for all that is left. */
export function isForAll({ amountMinor, lines, delivery, duties }: RefundRequest): boolean {
  return [amountMinor, lines, delivery, duties].every((part) => part === undefined);
}

/** The parts of an order that a refund gives back. Throws InputError for what the order does not have any more. */
export function chooseRefundParts(order: DevOrder, request: RefundRequest): RefundParts {
  if (isForAll(request)) return partsLeft(order);
  const { lines, delivery, duties } = request;
  return {
    ...(lines !== undefined && lines.length > 0 && { lines: choosePieces(order, lines) }),
    ...(delivery !== undefined && { delivery: chooseDelivery(order, delivery) }),
    ...(duties !== undefined && {
      dutiesMinor: takeOf("duties", dutiesLeft(order), duties),
    }),
  };
}

function partsLeft(order: DevOrder): RefundParts {
  const lines = order.lines.flatMap((line): RefundedLine[] => {
    const left = piecesLeft(order, line);
    return left.quantity > 0 ? [{ lineId: line.id, ...left }] : [];
  });
  const delivery = deliveryLeft(order);
  const dutiesMinor = dutiesLeft(order);
  return {
    ...(lines.length > 0 && { lines }),
    ...(delivery.subtotalMinor > 0 && { delivery }),
    ...(dutiesMinor > 0 && { dutiesMinor }),
  };
}

function choosePieces(order: DevOrder, wanted: readonly WantedPieces[]): RefundedLine[] {
  const quantities = new Map<DevOrderLine, number>();
  wanted.forEach((one, at) => {
    const line = findLine(order, one, at);
    const quantity = (quantities.get(line) ?? 0) + one.quantity;
    const left = piecesLeft(order, line).quantity;
    if (quantity > left) {
      const message = `only ${left} of line ${line.id} are left`;
      throw new InputError(`lines.${at}.quantity`, message);
    }
    quantities.set(line, quantity);
  });
  return [...quantities].map(([line, quantity]) => {
    return { lineId: line.id, ...partOf(piecesLeft(order, line), quantity) };
  });
}

/** Several lines may sell the same thing: the first that has pieces left. */
function findLine(order: DevOrder, { lineId, variantId }: WantedPieces, at: number): DevOrderLine {
  const found = order.lines.filter((line) =>
    lineId === undefined ? line.variantId === variantId : line.id === lineId,
  );
  const line = found.find((one) => piecesLeft(order, one).quantity > 0) ?? found[0];
  if (line !== undefined) return line;
  const [field, id] = lineId === undefined ? ["variant_id", variantId] : ["line_id", lineId];
  throw new InputError(`lines.${at}.${field}`, `order ${order.id} has no line of ${field} ${id}`);
}

function chooseDelivery(order: DevOrder, wanted: true | number): PartSum {
  const left = deliveryLeft(order);
  const subtotalMinor = takeOf("delivery", left.subtotalMinor, wanted);
  const { taxMinor } = partOf({ ...left, quantity: left.subtotalMinor }, subtotalMinor);
  return { subtotalMinor, taxMinor };
}

function takeOf(field: string, left: number, wanted: true | number): number {
  const taken = wanted === true ? left : wanted;
  if (left <= 0) throw new InputError(field, `nothing of the ${field} is left`);
  if (taken <= 0 || taken > left) {
    throw new InputError(field, `between 1 and ${left} minor units of the ${field} are left`);
  }
  return taken;
}
