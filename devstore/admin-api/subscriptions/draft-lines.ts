import { randomUUID } from "node:crypto";
import type {
  AdminContext,
  Arguments,
  Resolvers,
  UserError,
} from "#devstore/admin-api/admin-context.ts";
import { idOf, numberOf } from "#devstore/admin-api/graphql/gid.ts";
import { discountView, lineView } from "#devstore/admin-api/views/terms-view.ts";
import type { DevAttribute, DevDraft, DevLine, PricingPolicy } from "#devstore/state/contract.ts";
import { minorOfDecimal } from "#devstore/state/money.ts";
import { draftError, maximumLines, onDraft } from "./draft-errors.ts";
import { attributesOf } from "./draft-terms.ts";
import { ownPlanGroups } from "./own-plan-groups.ts";

export const draftLineMutations: Resolvers = {
  subscriptionDraftLineAdd: (args, context) =>
    onDraft(context, args.draftId, (draft) => {
      if (draft.lines.length >= maximumLines) {
        return draftError(["input"], "TOO_MANY_LINES", "The contract draft has too many lines.");
      }
      const line = lineOf(context, draft.currency, args.input as Arguments, null);
      if ("message" in line) return line;
      const lines = [...draft.lines, line];
      return {
        draft: { ...draft, lines },
        payload: (stored) => ({ lineAdded: lineView(context, line, stored) }),
      };
    }),
  subscriptionDraftLineUpdate: (args, context) =>
    onDraft(context, args.draftId, (draft) => {
      const before = findLine(draft, args.lineId);
      if (before === undefined) return lineMissing();
      const line = lineOf(context, draft.currency, args.input as Arguments, before);
      if ("message" in line) return line;
      const lines = draft.lines.map((one) => (one.id === line.id ? line : one));
      return {
        draft: { ...draft, lines },
        payload: (stored) => ({ lineUpdated: lineView(context, line, stored) }),
      };
    }),
  subscriptionDraftLineRemove: (args, context) =>
    onDraft(context, args.draftId, (draft) => removeLine(context, draft, args.lineId)),
};

function removeLine(context: AdminContext, draft: DevDraft, lineId: unknown) {
  const line = findLine(draft, lineId);
  if (line === undefined) return lineMissing();
  const updated = draft.discounts.filter((one) => one.entitledLineIds?.includes(line.id));
  const discounts = draft.discounts.map((one) =>
    updated.includes(one)
      ? { ...one, entitledLineIds: (one.entitledLineIds ?? []).filter((id) => id !== line.id) }
      : one,
  );
  const next = { ...draft, discounts, lines: draft.lines.filter((one) => one.id !== line.id) };
  return {
    draft: next,
    payload: (stored: DevDraft) => ({
      lineRemoved: lineView(context, line, draft),
      discountsUpdated: stored.discounts
        .filter((one) => updated.some((old) => old.id === one.id))
        .map((one) => discountView(context, one, stored)),
    }),
  };
}

function findLine(draft: DevDraft, id: unknown): DevLine | undefined {
  const lineId = idOf(String(id), "SubscriptionLine");
  return draft.lines.find((line) => line.id === lineId);
}

function lineMissing(): UserError {
  return draftError(["lineId"], "INVALID", "Subscription line does not exist");
}

/** A new line, or `before` with what the input gives; also for contracts made in one call. */
export function lineOf(
  context: AdminContext,
  currency: string,
  input: Arguments,
  before: DevLine | null,
): DevLine | UserError {
  const quantity = typeof input.quantity === "number" ? input.quantity : (before?.quantity ?? 1);
  if (quantity < 1) {
    return draftError(["input", "quantity"], "GREATER_THAN", "Quantity must be greater than 0");
  }
  const priceMinor =
    input.currentPrice == null
      ? (before?.currentPriceMinor ?? 0)
      : (minorOfDecimal(String(input.currentPrice), currency) ?? -1);
  if (priceMinor < 0) {
    return draftError(
      ["input", "currentPrice"],
      "GREATER_THAN_OR_EQUAL_TO",
      "Current price must be greater than or equal to 0",
    );
  }
  const goods =
    typeof input.productVariantId === "string" ? goodsOf(context, input.productVariantId) : before;
  if (goods === null) {
    return draftError(["input", "productVariantId"], "INVALID", "Product variant does not exist");
  }
  const planId =
    typeof input.sellingPlanId === "string"
      ? numberOf(input.sellingPlanId, "SellingPlan")
      : (before?.sellingPlanId ?? null);
  if (typeof input.sellingPlanId === "string" && !hasOwnPlan(context, planId)) {
    return draftError(["input", "sellingPlanId"], "INVALID", "Selling plan does not exist");
  }
  return {
    id: before?.id ?? randomUUID(),
    productId: goods.productId,
    variantId: goods.variantId,
    title: goods.title,
    variantTitle: goods.variantTitle,
    sku: goods.sku,
    requiresShipping: goods.requiresShipping,
    taxable: goods.taxable,
    quantity,
    currentPriceMinor: priceMinor,
    sellingPlanId: planId,
    sellingPlanName:
      typeof input.sellingPlanName === "string"
        ? input.sellingPlanName
        : (before?.sellingPlanName ?? null),
    pricingPolicy:
      input.pricingPolicy == null
        ? (before?.pricingPolicy ?? null)
        : pricingPolicyOf(input.pricingPolicy as PricingPolicyInput, currency),
    customAttributes: Array.isArray(input.customAttributes)
      ? attributesOf(input.customAttributes)
      : ((before?.customAttributes as DevAttribute[]) ?? []),
  };
}

function hasOwnPlan(context: AdminContext, planId: number | null): boolean {
  return ownPlanGroups(context).some(({ plans }) => plans.some(({ id }) => id === planId));
}

type Goods = Pick<
  DevLine,
  "productId" | "variantId" | "title" | "variantTitle" | "sku" | "requiresShipping" | "taxable"
>;

function goodsOf(context: AdminContext, variantGid: string): Goods | null {
  const variantId = numberOf(variantGid, "ProductVariant");
  for (const product of context.state.list(context.shop.domain, "product")) {
    const variant = product.variants.find((one) => one.id === variantId);
    if (variant === undefined) continue;
    return {
      productId: product.id,
      variantId,
      title: product.title,
      variantTitle: variant.title,
      sku: variant.sku,
      requiresShipping: variant.requiresShipping,
      taxable: variant.taxable && !product.isGiftCard,
    };
  }
  return null;
}

interface PricingPolicyInput {
  basePrice: string;
  cycleDiscounts: {
    afterCycle: number;
    adjustmentType: PricingPolicy["cycleDiscounts"][number]["adjustmentType"];
    adjustmentValue: { percentage?: number | null; fixedValue?: string | null };
    computedPrice: string;
  }[];
}

function pricingPolicyOf(input: PricingPolicyInput, currency: string): PricingPolicy {
  const minor = (decimal: string) => minorOfDecimal(decimal, currency) ?? 0;
  return {
    basePriceMinor: minor(input.basePrice),
    cycleDiscounts: input.cycleDiscounts.map((one) => ({
      afterCycle: one.afterCycle,
      adjustmentType: one.adjustmentType,
      adjustmentValue:
        one.adjustmentValue.percentage ?? minor(one.adjustmentValue.fixedValue ?? "0"),
      computedPriceMinor: minor(one.computedPrice),
    })),
  };
}
