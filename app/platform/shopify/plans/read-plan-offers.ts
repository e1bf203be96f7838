import type { PlanCarrier, PlanOffers } from "../../platform-plan-group.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  ReadProductOffersDocument,
  ReadVariantOffersDocument,
  ReadVariantProductDocument,
} from "../admin-operations.generated.ts";
import { fromGid, toGid } from "../gid.ts";
import { readAll } from "../read-connection.ts";

/** Each group is asked by itself: a product's own list does not tell its groups from those of its variants. */
export function readPlanOffers(
  client: AdminClient,
  shopDomain: string,
  { kind, id }: PlanCarrier,
): Promise<PlanOffers | null> {
  return kind === "product"
    ? readProductOffers(client, shopDomain, toGid("Product", id))
    : readVariantOffers(client, shopDomain, toGid("ProductVariant", id));
}

async function readProductOffers(
  client: AdminClient,
  shopDomain: string,
  productId: string,
): Promise<PlanOffers | null> {
  const readPage = (after: string | null) =>
    client.run(shopDomain, ReadProductOffersDocument, { productId, after });
  const { product, sellingPlanGroups } = await readPage(null);
  if (product === null) return null;
  const groups = await readAll(
    sellingPlanGroups,
    async (after) => (await readPage(after)).sellingPlanGroups,
  );
  return {
    productTitle: product.title,
    variantTitle: null,
    groups: groups.map((group) => ({
      groupId: fromGid("SellingPlanGroup", group.id),
      withProduct: group.appliesToProduct,
      withVariant: group.appliesToProductVariants,
    })),
  };
}

async function readVariantOffers(
  client: AdminClient,
  shopDomain: string,
  variantId: string,
): Promise<PlanOffers | null> {
  const { productVariant } = await client.run(shopDomain, ReadVariantProductDocument, {
    id: variantId,
  });
  if (productVariant === null) return null;
  const { title, product } = productVariant;
  const readPage = async (after: string | null) => {
    const variables = { productId: product.id, variantId, after };
    return (await client.run(shopDomain, ReadVariantOffersDocument, variables)).sellingPlanGroups;
  };
  const groups = await readAll(await readPage(null), readPage);
  return {
    productTitle: product.title,
    variantTitle: title,
    groups: groups.map((group) => ({
      groupId: fromGid("SellingPlanGroup", group.id),
      withProduct: group.appliesToProduct,
      withVariant: group.appliesToProductVariant,
    })),
  };
}
