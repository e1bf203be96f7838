import {
  type AdminContext,
  type Arguments,
  done,
  failed,
  type Resolvers,
} from "#devstore/admin-api/admin-context.ts";
import { gid, numberOf } from "#devstore/admin-api/graphql/gid.ts";
import { findVariant } from "#devstore/admin-api/store/catalog.ts";
import type { DevSellingPlanGroup } from "#devstore/state/catalog.ts";
import { ownPlanGroup } from "./own-plan-groups.ts";
import { groupError } from "./selling-plan-errors.ts";

/** What a group can be sold with, and where its numbers are kept. */
const kinds = {
  Product: {
    list: "productIds",
    argument: "productIds",
    exists: (context: AdminContext, id: number) =>
      context.state.get(context.shop.domain, "product", id) !== undefined,
  },
  ProductVariant: {
    list: "variantIds",
    argument: "productVariantIds",
    exists: (context: AdminContext, id: number) => findVariant(context, id) !== undefined,
  },
} as const;

type Kind = keyof typeof kinds;

export const sellingPlanResourceMutations: Resolvers = {
  sellingPlanGroupAddProducts: (args, context) => add(context, args, "Product"),
  sellingPlanGroupAddProductVariants: (args, context) => add(context, args, "ProductVariant"),
  sellingPlanGroupRemoveProducts: (args, context) => remove(context, args, "Product"),
  sellingPlanGroupRemoveProductVariants: (args, context) => remove(context, args, "ProductVariant"),
};

export const unknownGroup = groupError(
  ["id"],
  "GROUP_DOES_NOT_EXIST",
  "Selling plan group does not exist.",
);

/** Adds all of them or none. One that is there already stays. */
function add(context: AdminContext, args: Arguments, kind: Kind): unknown {
  const group = ownPlanGroup(context, args.id);
  if (group === undefined) return failed(unknownGroup);
  const { list, argument, exists } = kinds[kind];
  const ids = numbersOf(args, kind);
  if (ids.some((id) => !exists(context, id))) {
    return failed(groupError([argument], "NOT_FOUND", `${kind} does not exist.`));
  }
  const changed = { ...group, [list]: [...new Set([...group[list], ...ids])] };
  return done({ sellingPlanGroup: context.views.sellingPlanGroup(store(context, changed)) });
}

/** Answers those that it removed; one that was not there is no error. */
function remove(context: AdminContext, args: Arguments, kind: Kind): unknown {
  const group = ownPlanGroup(context, args.id);
  if (group === undefined) return failed(unknownGroup);
  const { list } = kinds[kind];
  const ids = numbersOf(args, kind);
  const removed = group[list].filter((id) => ids.includes(id));
  store(context, { ...group, [list]: group[list].filter((id) => !ids.includes(id)) });
  return done({
    [kind === "Product" ? "removedProductIds" : "removedProductVariantIds"]: removed.map((id) =>
      gid(kind, id),
    ),
  });
}

function numbersOf(args: Arguments, kind: Kind): number[] {
  return (args[kinds[kind].argument] as string[]).map((id) => numberOf(id, kind));
}

function store({ state, shop }: AdminContext, group: DevSellingPlanGroup): DevSellingPlanGroup {
  return state.put(shop.domain, "sellingPlanGroup", group);
}
