import type { AnyJson } from "./any-json.ts";
import { askPlatform } from "./ask-platform.ts";
import type { TestShop } from "./test-shop.ts";

/** What the app has written for a customer's storefront pages under a key; null when nothing. */
export async function readPublished(shop: TestShop, cid: number, key: string): Promise<AnyJson> {
  const { customer } = await askPlatform(
    shop,
    `{ customer(id: "gid://shopify/Customer/${cid}") { metafield(namespace: "$app", key: "${key}") { jsonValue } } }`,
  );
  return customer.metafield?.jsonValue ?? null;
}
