import type { AdminContext, Resolvers } from "#devstore/admin-api/admin-context.ts";
import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { numberOf } from "#devstore/admin-api/graphql/gid.ts";
import { type SearchFields, search } from "#devstore/admin-api/graphql/search-query.ts";
import type { DevCollection, DevProduct, DevVariant } from "#devstore/state/catalog.ts";

const productFields: SearchFields<DevProduct> = {
  id: { type: "id", read: (product) => product.id },
  title: { type: "string", read: (product) => product.title },
  handle: { type: "string", read: (product) => product.handle },
  vendor: { type: "string", read: (product) => product.vendor },
  product_type: { type: "string", read: (product) => product.productType },
  status: { type: "string", read: (product) => product.status },
  tag: { type: "string", read: (product) => product.tags },
  sku: { type: "string", read: (product) => product.variants.map((one) => one.sku) },
  created_at: { type: "time", read: (product) => product.createdAt },
  updated_at: { type: "time", read: (product) => product.updatedAt },
};

const collectionFields: SearchFields<DevCollection> = {
  id: { type: "id", read: (collection) => collection.id },
  title: { type: "string", read: (collection) => collection.title },
  handle: { type: "string", read: (collection) => collection.handle },
  updated_at: { type: "time", read: (collection) => collection.updatedAt },
  product_id: { type: "id", read: (collection) => collection.productIds },
};

const collectionSortValues: Record<string, (collection: DevCollection) => string | number> = {
  TITLE: (collection) => collection.title.toLowerCase(),
  UPDATED_AT: (collection) => collection.updatedAt,
};

const sortValues: Record<string, (product: DevProduct) => string | number> = {
  ID: (product) => product.id,
  TITLE: (product) => product.title.toLowerCase(),
  CREATED_AT: (product) => product.createdAt,
  UPDATED_AT: (product) => product.updatedAt,
};

export const catalogQueries: Resolvers = {
  product: (args, context) => {
    const id = numberOf(String(args.id), "Product");
    const product = context.state.get(context.shop.domain, "product", id);
    return product === undefined ? null : context.views.product(product);
  },
  products: (args, context) =>
    connection(args, {
      items: search(
        context,
        "products",
        productsOf(context),
        args.query,
        productFields,
        (product) => product.title,
      ),
      sortValue: sortValues[String(args.sortKey)] ?? ((product) => product.id),
      idOf: (product) => product.id,
      view: context.views.product,
    }),
  collection: (args, context) => {
    const id = numberOf(String(args.id), "Collection");
    const collection = context.state.get(context.shop.domain, "collection", id);
    return collection === undefined ? null : context.views.collection(collection);
  },
  collections: (args, context) =>
    connection(args, {
      items: search(
        context,
        "collections",
        context.state.list(context.shop.domain, "collection"),
        args.query,
        collectionFields,
        (collection) => collection.title,
      ),
      sortValue: collectionSortValues[String(args.sortKey)] ?? ((collection) => collection.id),
      idOf: (collection) => collection.id,
      view: context.views.collection,
    }),
  productVariant: (args, context) => {
    const found = findVariant(context, numberOf(String(args.id), "ProductVariant"));
    return found === undefined ? null : context.views.variant(found.product, found.variant);
  },
};

export function findVariant(
  context: AdminContext,
  variantId: number,
): { product: DevProduct; variant: DevVariant } | undefined {
  for (const product of productsOf(context)) {
    const variant = product.variants.find((one) => one.id === variantId);
    if (variant !== undefined) return { product, variant };
  }
  return undefined;
}

function productsOf({ state, shop }: AdminContext): DevProduct[] {
  return state.list(shop.domain, "product");
}
