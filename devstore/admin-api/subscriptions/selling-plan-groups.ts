import {
  type AdminContext,
  type Arguments,
  done,
  failed,
  type Resolvers,
  type UserError,
} from "#devstore/admin-api/admin-context.ts";
import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { gid, numberOf } from "#devstore/admin-api/graphql/gid.ts";
import { type SearchFields, search } from "#devstore/admin-api/graphql/search-query.ts";
import { findVariant } from "#devstore/admin-api/store/catalog.ts";
import type { DevSellingPlanGroup } from "#devstore/state/catalog.ts";
import { ownPlanGroup, ownPlanGroups } from "./own-plan-groups.ts";
import { groupError } from "./selling-plan-errors.ts";
import { groupPlans, groupTexts } from "./selling-plan-group-input.ts";
import { sellingPlanResourceMutations, unknownGroup } from "./selling-plan-resources.ts";

const searchFields: SearchFields<DevSellingPlanGroup> = {
  id: { type: "id", read: (group) => group.id },
  name: { type: "string", read: (group) => group.name },
  created_at: { type: "time", read: (group) => group.createdAt },
  app_id: { type: "string", read: (group) => (group.isOfOtherApp ? ["ALL"] : ["CURRENT", "ALL"]) },
};

export const sellingPlanQueries: Resolvers = {
  sellingPlanGroup: (args, context) => {
    const group = ownPlanGroup(context, args.id);
    return group === undefined ? null : context.views.sellingPlanGroup(group);
  },
  sellingPlanGroups: (args, context) =>
    connection(args, {
      items: search(
        context,
        "sellingPlanGroups",
        // An app sees its own groups, unless it asks for all of them.
        /\bapp_id\s*:\s*ALL\b/.test(String(args.query))
          ? context.state.list(context.shop.domain, "sellingPlanGroup")
          : ownPlanGroups(context),
        args.query,
        searchFields,
        (group) => group.name,
      ),
      sortValue: args.sortKey === "NAME" ? (group) => group.name : (group) => group.id,
      idOf: (group) => group.id,
      view: context.views.sellingPlanGroup,
    }),
};

export const sellingPlanMutations: Resolvers = {
  sellingPlanGroupCreate: (args, context) => createGroup(context, args),
  sellingPlanGroupUpdate: (args, context) => updateGroup(context, args),
  /** Contracts that were bought by its plans go on as they are. */
  sellingPlanGroupDelete: (args, context) => {
    const group = ownPlanGroup(context, args.id);
    if (group === undefined) return failed(unknownGroup);
    context.state.remove(context.shop.domain, "sellingPlanGroup", group.id);
    return done({ deletedSellingPlanGroupId: gid("SellingPlanGroup", group.id) });
  },
  ...sellingPlanResourceMutations,
};

function createGroup(context: AdminContext, args: Arguments): unknown {
  const { state, shop, now } = context;
  const input = args.input as Arguments;
  const texts = groupTexts(input, null);
  if (texts.errors) return failed(...texts.errors);
  const resources = resourcesOf(context, args.resources as Arguments | null | undefined);
  if ("message" in resources) return failed(resources);
  const made = groupPlans(context, input, [], texts.value.options, true);
  if (made.errors) return failed(...made.errors);
  const group = state.put(shop.domain, "sellingPlanGroup", {
    id: state.nextId(shop.domain, "sellingPlanGroup"),
    ...texts.value,
    plans: made.value.plans,
    ...resources,
    createdAt: now.toISOString(),
  });
  return done({ sellingPlanGroup: context.views.sellingPlanGroup(group) });
}

/** Changes all that the input names, or nothing. */
function updateGroup(context: AdminContext, args: Arguments): unknown {
  const before = ownPlanGroup(context, args.id);
  if (before === undefined) return failed(unknownGroup);
  const input = args.input as Arguments;
  const texts = groupTexts(input, before);
  if (texts.errors) return failed(...texts.errors);
  const changed = groupPlans(context, input, before.plans, texts.value.options, false);
  if (changed.errors) return failed(...changed.errors);
  const { plans, deletedIds } = changed.value;
  const group = { ...before, ...texts.value, plans };
  context.state.put(context.shop.domain, "sellingPlanGroup", group);
  return done({
    sellingPlanGroup: context.views.sellingPlanGroup(group),
    deletedSellingPlanIds: deletedIds.map((id) => gid("SellingPlan", id)),
  });
}

function resourcesOf(
  context: AdminContext,
  resources: Arguments | null | undefined,
): { productIds: number[]; variantIds: number[] } | UserError {
  const productIds = ((resources?.productIds as string[] | null | undefined) ?? []).map((id) =>
    numberOf(id, "Product"),
  );
  const variantIds = ((resources?.productVariantIds as string[] | null | undefined) ?? []).map(
    (id) => numberOf(id, "ProductVariant"),
  );
  const { state, shop } = context;
  if (productIds.some((id) => state.get(shop.domain, "product", id) === undefined)) {
    return groupError(
      ["resources", "productIds"],
      "PRODUCT_DOES_NOT_EXIST",
      "Product does not exist.",
    );
  }
  if (variantIds.some((id) => findVariant(context, id) === undefined)) {
    return groupError(
      ["resources", "productVariantIds"],
      "PRODUCT_VARIANT_DOES_NOT_EXIST",
      "Product variant does not exist.",
    );
  }
  return { productIds, variantIds };
}
