/** A rule that gives points for what an order costs. */
export interface EarnRate {
  /** Of a point, for one unit of the store's currency. */
  hundredths: number;
  /** What an order has to come to, in hundredths of the currency. */
  least: number;
  /** Only these count; null: all. */
  products: readonly number[] | null;
}

/** Something that costs so much, in hundredths of the currency. */
export interface Item {
  product_id: number;
  final_line_price: number;
  /** It counts when it is spent. */
  gift_card?: boolean;
}

/**
 * How many points a sum gives, rounded down for each rule, as the product counts an order. Gift cards count for nothing. A rule
 * for some products counts their share of the sum, which discounts of the whole cart may make less than they cost.
 *
 * @param multiplier what the customer's tier multiplies points by, in hundredths.
 * @param worth what is paid for the items, in hundredths of the currency whatever it has.
 */
export function earnedPoints(
  rates: readonly EarnRate[],
  worth: number,
  items: readonly Item[],
  multiplier: number,
): number {
  return rates.reduce((points, { hundredths, least, products }) => {
    const counted = shareOf(products, worth, items);
    if (counted < least) return points;
    return points + Math.floor((Math.floor((counted * hundredths) / 10_000) * multiplier) / 100);
  }, 0);
}

function shareOf(products: EarnRate["products"], worth: number, items: readonly Item[]): number {
  const sumOf = (some: readonly Item[]) =>
    some.reduce((sum, { final_line_price: price }) => sum + price, 0);
  const all = sumOf(items);
  const own = sumOf(
    items.filter(({ product_id: id, gift_card }) => !gift_card && (products?.includes(id) ?? true)),
  );
  return all === 0 ? 0 : Math.floor((worth * own) / all);
}
