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
import type {
  DevSellingPlan,
  DevSellingPlanGroup,
  SellingPlanPricing,
} from "#devstore/state/catalog.ts";
import { minorOfDecimal } from "#devstore/state/money.ts";
import { billingPolicyOf, deliveryPolicyOf } from "./policy-input.ts";

const searchFields: SearchFields<DevSellingPlanGroup> = {
  id: { type: "id", read: (group) => group.id },
  name: { type: "string", read: (group) => group.name },
  created_at: { type: "time", read: (group) => group.createdAt },
  app_id: { type: "string", read: () => ["CURRENT", "ALL"] },
};

export const sellingPlanQueries: Resolvers = {
  sellingPlanGroup: (args, context) => {
    const group = findGroup(context, args.id);
    return group === undefined ? null : context.views.sellingPlanGroup(group);
  },
  sellingPlanGroups: (args, context) =>
    connection(args, {
      items: search(
        context,
        "sellingPlanGroups",
        context.state.list(context.shop.domain, "sellingPlanGroup"),
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
  sellingPlanGroupDelete: (args, context) => {
    const group = findGroup(context, args.id);
    if (group === undefined) {
      return failed({
        field: ["id"],
        message: "Selling plan group does not exist.",
        code: "GROUP_DOES_NOT_EXIST",
      });
    }
    context.state.remove(context.shop.domain, "sellingPlanGroup", group.id);
    return done({ deletedSellingPlanGroupId: gid("SellingPlanGroup", group.id) });
  },
};

function findGroup(context: AdminContext, id: unknown): DevSellingPlanGroup | undefined {
  const number = numberOf(String(id), "SellingPlanGroup");
  return context.state.get(context.shop.domain, "sellingPlanGroup", number);
}

function createGroup(context: AdminContext, args: Arguments): unknown {
  const { state, shop, now } = context;
  const input = args.input as Arguments;
  const name = typeof input.name === "string" ? input.name.trim() : "";
  if (name === "") return failed(groupError(["input", "name"], "BLANK", "Name can't be blank"));
  const plans: DevSellingPlan[] = [];
  const planInputs = (input.sellingPlansToCreate as Arguments[] | null | undefined) ?? [];
  for (const [index, planInput] of planInputs.entries()) {
    const plan = planOf(context, planInput, index);
    if ("message" in plan) return failed(plan);
    plans.push(plan);
  }
  const resources = resourcesOf(context, args.resources as Arguments | null | undefined);
  if ("message" in resources) return failed(resources);
  const group = state.put(shop.domain, "sellingPlanGroup", {
    id: state.nextId(shop.domain, "sellingPlanGroup"),
    name,
    merchantCode: typeof input.merchantCode === "string" ? input.merchantCode : name,
    appId: typeof input.appId === "string" ? input.appId : null,
    description: typeof input.description === "string" ? input.description : null,
    options: (input.options as string[] | null | undefined) ?? [],
    position: typeof input.position === "number" ? input.position : null,
    plans,
    ...resources,
    createdAt: now.toISOString(),
  });
  return done({ sellingPlanGroup: context.views.sellingPlanGroup(group) });
}

type PolicyInput = Parameters<typeof billingPolicyOf>[0];

function planOf(
  context: AdminContext,
  input: Arguments,
  index: number,
): DevSellingPlan | UserError {
  const field = ["input", "sellingPlansToCreate", String(index)];
  const billing = (input.billingPolicy as { recurring?: PolicyInput } | null | undefined)
    ?.recurring;
  const delivery = (input.deliveryPolicy as { recurring?: PolicyInput } | null | undefined)
    ?.recurring;
  if (billing == null) {
    return groupError(
      [...field, "billingPolicy"],
      "SELLING_PLAN_BILLING_POLICY_MISSING",
      "Selling plan billing policy must be present.",
    );
  }
  if (delivery == null) {
    return groupError(
      [...field, "deliveryPolicy"],
      "SELLING_PLAN_DELIVERY_POLICY_MISSING",
      "Selling plan delivery policy must be present.",
    );
  }
  if (typeof input.name !== "string" || input.name.trim() === "") {
    return groupError([...field, "name"], "BLANK", "Name can't be blank");
  }
  return {
    id: context.state.nextId(context.shop.domain, "sellingPlan"),
    name: input.name,
    description: typeof input.description === "string" ? input.description : null,
    options: (input.options as string[] | null | undefined) ?? [],
    position: typeof input.position === "number" ? input.position : index + 1,
    category: (input.category as DevSellingPlan["category"] | undefined) ?? "SUBSCRIPTION",
    billingPolicy: billingPolicyOf(billing),
    deliveryPolicy: deliveryPolicyOf(delivery),
    pricing: ((input.pricingPolicies as PricingInput[] | null | undefined) ?? []).flatMap((one) =>
      pricingOf(one, context.shop.currency),
    ),
    createdAt: context.now.toISOString(),
  };
}

interface AdjustmentInput {
  adjustmentType: SellingPlanPricing["adjustmentType"];
  adjustmentValue: { percentage?: number | null; fixedValue?: string | null };
  afterCycle?: number | null;
}

interface PricingInput {
  fixed?: AdjustmentInput | null;
  recurring?: AdjustmentInput | null;
}

function pricingOf(input: PricingInput, currency: string): SellingPlanPricing[] {
  const value = (one: AdjustmentInput) =>
    one.adjustmentValue.percentage ??
    minorOfDecimal(String(one.adjustmentValue.fixedValue ?? "0"), currency) ??
    0;
  return [input.fixed, input.recurring].flatMap((one) =>
    one == null
      ? []
      : [
          {
            adjustmentType: one.adjustmentType,
            adjustmentValue: value(one),
            afterCycle: one === input.recurring ? (one.afterCycle ?? 0) : null,
          },
        ],
  );
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

function groupError(field: string[], code: string, message: string): UserError & { code: string } {
  return { field, code, message };
}
