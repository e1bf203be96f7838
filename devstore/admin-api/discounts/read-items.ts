import { notAvailable } from "#devstore/admin-api/admin-context.ts";
import { numberOf } from "#devstore/admin-api/graphql/gid.ts";
import { findVariant } from "#devstore/admin-api/store/catalog.ts";
import type { DiscountItems } from "#devstore/state/discount-code.ts";
import type { ItemsInput } from "./code-input.ts";
import type { InputReader } from "./input-reader.ts";

const nothing: DiscountItems = { all: false, productIds: [], variantIds: [] };

/** The items after the input, without a check of whether there are any. */
export function readItems(
  reader: InputReader,
  input: ItemsInput | null | undefined,
  before: DiscountItems | null,
  path: string,
): DiscountItems {
  if (input == null) return before ?? nothing;
  const { products, collections } = input;
  if (input.all === true) {
    if (products != null || collections != null) {
      reader.add(path, "CONFLICT", "All items cannot be combined with products or collections");
    }
    return { all: true, productIds: [], variantIds: [] };
  }
  const { state, shop } = reader.context;
  const { domain } = shop;
  const items = {
    all: false,
    productIds: changed(before?.productIds, "Product", {
      add: products?.productsToAdd,
      remove: products?.productsToRemove,
    }),
    variantIds: changed(before?.variantIds, "ProductVariant", {
      add: products?.productVariantsToAdd,
      remove: products?.productVariantsToRemove,
    }),
    collectionIds: changed(before?.collectionIds, "Collection", collections ?? {}),
  };
  if (items.collectionIds.length > 0 && items.productIds.length + items.variantIds.length > 0) {
    const message = "Cannot entitle collections in combination with product variants or products";
    reader.add(`${path}.collections.add`, "CONFLICT", message);
  }
  const check = (ids: string[] | null | undefined, type: string, field: string, name: string) => {
    for (const gid of ids ?? []) {
      const id = numberOf(gid, type);
      if (exists(type, id)) continue;
      const shown = gid.slice(gid.lastIndexOf("/") + 1);
      reader.add(`${path}.${field}`, "INVALID", `${name} with id: ${shown} is invalid`);
    }
  };
  const exists = (type: string, id: number): boolean => {
    if (type === "Product") return state.get(domain, "product", id) !== undefined;
    if (type === "Collection") return state.get(domain, "collection", id) !== undefined;
    return findVariant(reader.context, id) !== undefined;
  };
  check(products?.productsToAdd, "Product", "products.productsToAdd", "Product");
  check(
    products?.productVariantsToAdd,
    "ProductVariant",
    "products.productVariantsToAdd",
    "Product variant",
  );
  check(collections?.add, "Collection", "collections.add", "Collection");
  return items;
}

export function isEmpty({ all, productIds, variantIds, collectionIds = [] }: DiscountItems) {
  return !all && productIds.length + variantIds.length + collectionIds.length === 0;
}

function changed(
  before: readonly number[] | undefined,
  type: string,
  { add, remove }: { add?: string[] | null | undefined; remove?: string[] | null | undefined },
): number[] {
  const removed = (remove ?? []).map((gid) => numberOf(gid, type));
  const kept = (before ?? []).filter((id) => !removed.includes(id));
  return [...new Set([...kept, ...(add ?? []).map((gid) => numberOf(gid, type))])];
}

/** Countries that a free delivery is for; undefined means everywhere. */
export function readCountries(
  input: { all?: boolean | null; countries?: object | null } | null | undefined,
  before: readonly string[] | undefined,
): string[] | undefined {
  if (input == null) return before && [...before];
  const countries = input.countries as
    | { add?: string[] | null; remove?: string[] | null; includeRestOfWorld?: boolean | null }
    | null
    | undefined;
  if (input.all === true || countries == null) return undefined;
  if (countries.includeRestOfWorld) throw notAvailable("a discount for the rest of the world");
  const kept = (before ?? []).filter((code) => !countries.remove?.includes(code));
  return [...new Set([...kept, ...(countries.add ?? [])])];
}
