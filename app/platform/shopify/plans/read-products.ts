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

/** The words are looked for as words: nothing in them is read as the platform's search syntax. */
export async function searchProducts(
  client: AdminClient,
  shopDomain: string,
  words: string,
  cursor: string | null,
): Promise<PlatformPage<PlatformProduct>> {
  const query = words
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => `"${word}"`)
    .join(" ");
  const variables = { query: query === "" ? null : query, after: cursor };
  const { products } = await client.run(shopDomain, SearchProductsDocument, variables);
  return {
    items: products.nodes.map(translateProduct),
    nextCursor: nextCursorOf(products),
  };
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
    priceMinor: readMoney(product.priceRangeV2.minVariantPrice),
  };
}
