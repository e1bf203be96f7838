import type { Devstore } from "../devstore.ts";
import type { DevProduct, DevVariant } from "../state/catalog.ts";
import type { DevShop } from "../state/shop.ts";

interface NewProduct {
  title: string;
  handle: string;
  productType: string;
  descriptionHtml: string;
  variants: Omit<DevVariant, "id">[];
  isGiftCard?: true;
  at: Date;
}

/** Puts a product on sale. */
export function createProduct(
  { state }: Devstore,
  shop: DevShop,
  { at, variants, ...product }: NewProduct,
): DevProduct {
  return state.put(shop.domain, "product", {
    id: state.nextId(shop.domain, "product"),
    ...product,
    vendor: shop.name,
    tags: product.productType === "" ? [] : [product.productType.toLowerCase()],
    status: "ACTIVE",
    variants: variants.map((variant) => ({
      id: state.nextId(shop.domain, "variant"),
      ...variant,
    })),
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
  });
}

/** What a title is called in an address; a number follows where another product has it already. */
export function handleOf({ state }: Devstore, shop: DevShop, title: string): string {
  const taken = new Set(state.list(shop.domain, "product").map(({ handle }) => handle));
  const plain =
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "") || "product";
  let handle = plain;
  for (let number = 1; taken.has(handle); number += 1) handle = `${plain}-${number}`;
  return handle;
}
