import type { Devstore } from "../devstore.ts";
import type { DevCollection } from "../state/catalog.ts";
import type { DevShop } from "../state/shop.ts";

export function createCollection(
  { state }: Devstore,
  shop: DevShop,
  title: string,
  productIds: number[],
  at: Date,
): DevCollection {
  return state.put(shop.domain, "collection", {
    id: state.nextId(shop.domain, "collection"),
    title,
    handle: title.toLowerCase().replace(/\W+/g, "-"),
    productIds: [...new Set(productIds)],
    updatedAt: at.toISOString(),
  });
}
