import { countsInSql } from "#app/lib/counts-in.ts";

/**
 * SQL for the `rate` of a subscription's latest order in its own currency: minor units of the store's currency for one of
 * the subscription's. No row when no such order in the store's currency cost anything.
 *
 * @param subscription the alias of a row with `shop_id`, `id` and `currency`.
 * @param currency SQL for the store's.
 * @param shop SQL for the store. Where the row is not a table's, a cluster must be told by a value which store it is.
 */
export function latestOrderRateSql(
  subscription: string,
  currency: string,
  shop = `${subscription}.shop_id`,
): string {
  return `
    SELECT o.total_minor::numeric / o.presentment_total_minor AS rate
    FROM order_subscriptions l JOIN orders o ON o.shop_id = l.shop_id AND o.id = l.order_id
    WHERE l.shop_id = ${shop} AND l.subscription_id = ${subscription}.id
      AND o.presentment_currency = ${subscription}.currency AND o.presentment_total_minor > 0
      AND ${countsInSql("o", currency)}
    ORDER BY l.processed_at DESC LIMIT 1`;
}
