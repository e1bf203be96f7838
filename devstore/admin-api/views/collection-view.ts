import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { gid, numberOf } from "#devstore/admin-api/graphql/gid.ts";
import type { DevCollection } from "../../state/catalog.ts";
import type { AdminContext, Arguments, View } from "../admin-context.ts";
import { countView } from "./money-view.ts";

export function collectionView(context: AdminContext, collection: DevCollection): View {
  const { state, shop, views } = context;
  return {
    __typename: "Collection",
    id: gid("Collection", collection.id),
    legacyResourceId: String(collection.id),
    title: collection.title,
    handle: collection.handle,
    description: "",
    descriptionHtml: "",
    updatedAt: collection.updatedAt,
    image: null,
    ruleSet: null,
    productsCount: countView(collection.productIds.length),
    hasProduct: (args: Arguments) =>
      collection.productIds.includes(numberOf(String(args.id), "Product")),
    products: (args: Arguments) =>
      connection(args, {
        items: state
          .list(shop.domain, "product")
          .filter(({ id }) => collection.productIds.includes(id)),
        sortValue: (product) => product.id,
        idOf: (product) => product.id,
        view: views.product,
      }),
  };
}
