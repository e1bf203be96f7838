import type { PlatformCollection } from "../../platform-plan-group.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  ReadCollectionProductsDocument,
  SearchCollectionsDocument,
} from "../admin-operations.generated.ts";
import { fromGid, toGid } from "../gid.ts";
import { nextCursorOf } from "../read-connection.ts";
import { searchText } from "./read-products.ts";

export async function searchCollections(
  client: AdminClient,
  shopDomain: string,
  words: string,
): Promise<PlatformCollection[]> {
  const variables = { query: searchText(words) };
  const { collections } = await client.run(shopDomain, SearchCollectionsDocument, variables);
  return collections.nodes.map(({ id, title }) => {
    return { collectionId: fromGid("Collection", id), title };
  });
}

export async function listCollectionProducts(
  client: AdminClient,
  shopDomain: string,
  collectionId: number,
  most: number,
): Promise<number[] | null> {
  const id = toGid("Collection", collectionId);
  const found: number[] = [];
  let after: string | null = null;
  do {
    const page: { collection: CollectionPage | null } = await client.run(
      shopDomain,
      ReadCollectionProductsDocument,
      { id, after },
    );
    if (page.collection === null) return null;
    const { products } = page.collection;
    found.push(...products.nodes.map((product) => fromGid("Product", product.id)));
    after = nextCursorOf(products);
  } while (after !== null && found.length < most);
  return found.slice(0, most);
}

interface CollectionPage {
  products: {
    nodes: { id: string }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
}
