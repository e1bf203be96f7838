import { grants } from "#devstore/admin-api/graphql/access-scopes.ts";
import type { DevOrder } from "../../state/order.ts";
import type { AdminContext } from "../admin-context.ts";

/** Older orders are hidden from apps without read_all_orders, whichever field leads to them. */
const VISIBLE_DAYS = 60;

/** An order that the app may see; undefined for one that it may not, as for one that does not exist. */
export function visibleOrder(context: AdminContext, id: string | number): DevOrder | undefined {
  const order = context.state.get(context.shop.domain, "order", id);
  return order !== undefined && isVisible(context, order) ? order : undefined;
}

export function visibleOrders(context: AdminContext): DevOrder[] {
  return context.state
    .list(context.shop.domain, "order")
    .filter((order) => isVisible(context, order));
}

function isVisible(context: AdminContext, order: DevOrder): boolean {
  if (grants(context.scopes, "read_all_orders")) return true;
  const ageMs = context.now.getTime() - Date.parse(order.createdAt);
  return ageMs <= VISIBLE_DAYS * 24 * 60 * 60 * 1000;
}
