import type { Devstore } from "../devstore.ts";
import { placeOrder } from "../orders/place-order.ts";
import type { DevShop } from "../state/shop.ts";
import type { PricedLine } from "./cart.ts";

/**
 * Places what is in a cart: one order for what is bought once and one for each plan, all of them or none.
 * Throws InputError for what a checkout refuses. Answers the orders' names.
 */
export function checkOut(
  devstore: Devstore,
  shop: DevShop,
  customerId: number,
  lines: PricedLine[],
): string[] {
  const byPlan = Map.groupBy(lines, (line) => line.sellingPlanId);
  return devstore.state.transaction(() =>
    [...byPlan].map(([planId, planLines]) => {
      const { order } = placeOrder(devstore, shop, {
        cid: customerId,
        planId,
        lines: planLines.map(({ variantId, quantity }) => ({ variantId, quantity })),
        discountCodes: [],
      });
      return `#${order.number}`;
    }),
  );
}
