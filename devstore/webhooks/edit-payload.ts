import type { DevOrder } from "../state/order.ts";

/** By how many pieces an edit changed a line; below zero for what it took away. */
export interface LineChange {
  lineId: number;
  delta: number;
}

/** Body of orders/edited: not the order, only what was changed of it. */
export function editPayload(
  id: number,
  order: DevOrder,
  changes: readonly LineChange[],
): Record<string, unknown> {
  const ofLines = (wanted: (delta: number) => boolean) =>
    changes
      .filter(({ delta }) => wanted(delta))
      .map(({ lineId, delta }) => ({ id: lineId, delta: Math.abs(delta) }));
  return {
    order_edit: {
      id,
      order_id: order.id,
      app_id: null,
      user_id: null,
      created_at: order.updatedAt,
      notify_customer: false,
      staff_note: "",
      line_items: {
        additions: ofLines((delta) => delta > 0),
        removals: ofLines((delta) => delta < 0),
      },
      discounts: { line_item: { additions: [], removals: [] } },
      shipping_lines: { additions: [], removals: [] },
    },
  };
}
