import type { AdminContext, Resolvers } from "#devstore/admin-api/admin-context.ts";
import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { numberOf } from "#devstore/admin-api/graphql/gid.ts";
import { type SearchFields, search } from "#devstore/admin-api/graphql/search-query.ts";
import type { DevProduct, DevVariant } from "#devstore/state/catalog.ts";

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
