import type { Devstore } from "../../devstore.ts";
import { InputError } from "../../input-error.ts";
import type { DevOrder, DevOrderLine, RefundedLine } from "../../state/order.ts";
import type { DevShop } from "../../state/shop.ts";
import { editPayload, type LineChange } from "../../webhooks/edit-payload.ts";
import { orderPayload } from "../../webhooks/order-payload.ts";
import { refundPayload } from "../../webhooks/refund-payload.ts";
import { outstandingMinor } from "../figures/order-balance.ts";
import { sentPieces, withWhatWasSent } from "../figures/order-fulfillments.ts";
import { partOf, piecesLeft } from "../figures/order-parts.ts";
import { orderLine } from "../order-line.ts";
import { findVariant } from "../price-checkout.ts";
import { storeRefund } from "../refunds/refund-order.ts";
import { addLine, growLine } from "./grow-order.ts";
import { payOutstanding } from "./pay-outstanding.ts";

/** What a merchant changes of an order. */
export interface OrderEdit {
  add: { variantId: number; quantity: number }[];
  /** How many pieces of a line the order shall have. */
  set: { lineId: number; quantity: number }[];
  /** What it costs more is paid at once. */
  isPaid: boolean;
}

/**
 * Edits an order as its merchant does, and tells the app. What is taken away stands on its line, and in a refund
 * without money. Throws InputError for what the platform does not let anybody edit. Call it within a transaction.
 */
export function editOrder(
  devstore: Devstore,
  shop: DevShop,
  before: DevOrder,
  { add, set, isPaid }: OrderEdit,
): DevOrder {
  const { state, webhooks } = devstore;
  if (before.cancelledAt !== null) {
    throw new InputError("order", `order ${before.id} is cancelled`);
  }
  const changes = set
    .map((one, at) => changeOf(before, one, at))
    .filter(({ delta }) => delta !== 0);
  if (changes.length + add.length === 0) throw new InputError("set", "changes nothing");
  let order = before;
  for (const { lineId, delta } of changes) if (delta > 0) order = growLine(order, lineId, delta);
  for (const [at, { variantId, quantity }] of add.entries()) {
    const { product, variant } = findVariant(devstore, shop, variantId, `add.${at}.variant_id`);
    const unitPriceMinor = variant.priceMinor;
    const line = orderLine({ product, variant, quantity, unitPriceMinor, plan: null });
    const id = state.nextId(shop.domain, "lineItem");
    order = addLine(order, { ...line, id });
    changes.push({ lineId: id, delta: quantity });
  }
  order = { ...order, originalTotalMinor: before.originalTotalMinor ?? before.totalMinor };
  order = takeAway(devstore, shop.domain, order, changes);
  order = state.put(shop.domain, "order", {
    ...withWhatWasSent(before, order),
    updatedAt: state.now(shop.domain).toISOString(),
  });
  const editId = state.nextId(shop.domain, "orderEdit");
  webhooks.enqueue(shop.domain, "orders/edited", editPayload(editId, order, changes));
  webhooks.enqueue(shop.domain, "orders/updated", orderPayload(order));
  return isPaid && outstandingMinor(order) > 0 ? payOutstanding(devstore, shop, order) : order;
}

function changeOf(order: DevOrder, wanted: OrderEdit["set"][number], at: number): LineChange {
  const { lineId, quantity } = wanted;
  const line = order.lines.find(({ id }) => id === lineId);
  if (line === undefined || line.isTip) {
    throw new InputError(`set.${at}.line_id`, `order ${order.id} has no line ${lineId} of goods`);
  }
  const delta = quantity - piecesLeft(order, line).quantity;
  if (delta !== 0 && isSent(order, line)) {
    throw new InputError(`set.${at}.quantity`, `line ${lineId} has been fulfilled`);
  }
  return { lineId, delta };
}

/** What was sent cannot be edited any more. */
function isSent(order: DevOrder, line: DevOrderLine): boolean {
  if (!line.requiresShipping) return false;
  return order.fulfillmentStatus === "FULFILLED" || sentPieces(order, line) > 0;
}

function takeAway(
  devstore: Devstore,
  shop: string,
  order: DevOrder,
  changes: readonly LineChange[],
): DevOrder {
  const lines = order.lines.flatMap((line): RefundedLine[] => {
    const delta = changes.find(({ lineId }) => lineId === line.id)?.delta ?? 0;
    return delta < 0 ? [{ lineId: line.id, ...partOf(piecesLeft(order, line), -delta) }] : [];
  });
  if (lines.length === 0) return order;
  const at = devstore.state.now(shop).toISOString();
  const stored = storeRefund(devstore, shop, order, {
    lines,
    transactions: [],
    adjustmentMinor: 0,
    at,
  });
  devstore.webhooks.enqueue(shop, "refunds/create", refundPayload(stored.order, stored.refund));
  return stored.order;
}
