/**
 * Whether an order's amounts may be added to, or compared with, amounts of a currency. The amounts of an order are in what was the
 * store's currency on the platform when it was placed: after that has changed (decision 194), another one than `shops.currency`.
 */
export function countsIn(order: { currency: string }, currency: string): boolean {
  return order.currency === currency;
}

/** SQL for {@link countsIn}. @param order the alias of a row of `orders`. @param currency SQL for the currency. */
export function countsInSql(order: string, currency: string): string {
  return `${order}.currency = ${currency}`;
}
