import type { PlatformPage } from "../../platform.ts";
import type { PlatformProduct } from "../../platform-plan-group.ts";
import type { AdminClient } from "../admin-client.ts";
import { readMoney } from "../admin-money.ts";
import {
  type ProductFactsFragment,
  ReadProductsOfPlanGroupDocument,
  SearchProductsDocument,
} from "../admin-operations.generated.ts";
import { fromGid, toGid } from "../gid.ts";
import { nextCursorOf, readAll } from "../read-connection.ts";

export async function searchProducts(
  client: AdminClient,
  shopDomain: string,
  words: string,
  cursor: string | null,
): Promise<PlatformPage<PlatformProduct>> {
  const variables = { query: searchText(words), after: cursor };
  const { products } = await client.run(shopDomain, SearchProductsDocument, variables);
  return {
    items: products.nodes.map(translateProduct),
    nextCursor: nextCursorOf(products),
  };
}

/**
 * What the platform searches by: the words are looked for as words, and nothing in them is read as its search syntax. Null
 * without words.
 */
export function searchText(words: string): string | null {
  const quoted = words
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => `"${word}"`);
  return quoted.length === 0 ? null : quoted.join(" ");
}

export async function listPlanGroupProducts(
  client: AdminClient,
  shopDomain: string,
  groupId: number,
): Promise<PlatformProduct[] | null> {
  const id = toGid("SellingPlanGroup", groupId);
  const readPage = async (after: string | null) => {
    const page = await client.run(shopDomain, ReadProductsOfPlanGroupDocument, { id, after });
    return page.sellingPlanGroup?.products ?? null;
  };
  const first = await readPage(null);
  if (first === null) return null;
  const products = await readAll(first, readPage);
  return products.map(translateProduct);
}

function translateProduct(product: ProductFactsFragment): PlatformProduct {
  return {
    productId: fromGid("Product", product.id),
    title: product.title,
    isActive: product.status === "ACTIVE",
    isGiftCard: product.isGiftCard,
    priceMinor: readMoney(product.priceRangeV2.minVariantPrice),
  };
}
