import { askPlatform } from "./ask-platform.ts";
import type { TestShop } from "./test-shop.ts";

/** What the app has written for a customer's storefront pages under a key; null when nothing. */
// biome-ignore lint/suspicious/noExplicitAny: a test asserts on the shape of whatever came back.
export async function readPublished(shop: TestShop, cid: number, key: string): Promise<any> {
  const { customer } = await askPlatform(
    shop,
    `{ customer(id: "gid://shopify/Customer/${cid}") { metafield(namespace: "$app", key: "${key}") { jsonValue } } }`,
  );
  return customer.metafield?.jsonValue ?? null;
}
