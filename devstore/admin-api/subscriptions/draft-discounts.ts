import { randomUUID } from "node:crypto";
import type {
  AdminContext,
  Arguments,
  Resolvers,
  UserError,
} from "#devstore/admin-api/admin-context.ts";
import { idOf, parseGid } from "#devstore/admin-api/graphql/gid.ts";
import { discountView } from "#devstore/admin-api/views/terms-view.ts";
import { findDiscountCode } from "#devstore/orders/price-checkout.ts";
import type { DevDiscount, DevDraft, DiscountValue } from "#devstore/state/contract.ts";
import { type DevDiscountCode, discountCodeStatus } from "#devstore/state/discount-code.ts";
import { minorOfDecimal } from "#devstore/state/money.ts";
import { draftError, maximumDiscounts, onDraft } from "./draft-errors.ts";

export const draftDiscountMutations: Resolvers = {
  subscriptionDraftDiscountAdd: (args, context) =>
    onDraft(context, args.draftId, (draft) => {
      const discount = manualDiscountOf(draft, args.input as ManualDiscountInput, null);
      return "message" in discount ? discount : withAdded(context, draft, discount);
    }),
  subscriptionDraftFreeShippingDiscountAdd: (args, context) =>
    onDraft(context, args.draftId, (draft) => {
      const discount = freeShippingOf(args.input as Arguments);
      return "message" in discount ? discount : withAdded(context, draft, discount);
    }),
  subscriptionDraftDiscountUpdate: (args, context) =>
    onDraft(context, args.draftId, (draft) => {
      const before = findDiscount(draft, args.discountId);
      if (before === undefined) return discountMissing();
      const changed = manualDiscountOf(draft, args.input as ManualDiscountInput, before);
      if ("message" in changed) return changed;
      const discounts = draft.discounts.map((one) => (one.id === before.id ? changed : one));
      return {
        draft: { ...draft, discounts },
        payload: (stored) => ({ discountUpdated: discountView(context, changed, stored) }),
      };
    }),
  subscriptionDraftDiscountRemove: (args, context) =>
    onDraft(context, args.draftId, (draft) => {
      const discount = findDiscount(draft, args.discountId);
      if (discount === undefined) {
        const id = parseGid(String(args.discountId))?.id;
        const gone = draft.removedDiscounts.some((one) => one.id === id);
        return gone
          ? draftError(["discountId"], "ALREADY_REMOVED", "This discount has already been removed.")
          : discountMissing();
      }
      return {
        draft: {
          ...draft,
          discounts: draft.discounts.filter((one) => one !== discount),
          removedDiscounts: [...draft.removedDiscounts, discount],
        },
        payload: (stored) => ({ discountRemoved: discountView(context, discount, stored) }),
      };
    }),
  subscriptionDraftDiscountCodeApply: (args, context) =>
    onDraft(context, args.draftId, (draft) => applyCode(context, draft, String(args.redeemCode))),
};

interface ManualDiscountInput {
  title?: string | null;
  recurringCycleLimit?: number | null;
  entitledLines?: {
    all?: boolean | null;
    lines?: { add?: string[] | null; remove?: string[] | null } | null;
  } | null;
  value?: {
    percentage?: number | null;
    fixedAmount?: { amount?: string | null; appliesOnEachItem?: boolean | null } | null;
  } | null;
}

function manualDiscountOf(
  draft: DevDraft,
  input: ManualDiscountInput,
  before: DevDiscount | null,
): DevDiscount | UserError {
  const value = discountValueOf(draft, input, before);
  if ("message" in value) return value;
  const limit = input.recurringCycleLimit ?? before?.recurringCycleLimit ?? null;
  if (limit !== null && limit < 1) return limitError();
  const entitledLineIds = entitledLinesOf(draft, input, before);
  if (entitledLineIds?.length === 0) {
    return draftError(
      ["input", "entitledLines"],
      "NO_ENTITLED_LINES",
      "Discount must have at least one entitled line.",
    );
  }
  return {
    id: before?.id ?? randomUUID(),
    kind: "manual",
    title: input.title ?? before?.title ?? "",
    redeemCode: null,
    targetType: "LINE_ITEM",
    value,
    entitledLineIds,
    recurringCycleLimit: limit,
    usageCount: before?.usageCount ?? 0,
    rejectionReason: null,
  };
}

function discountValueOf(
  draft: DevDraft,
  input: ManualDiscountInput,
  before: DevDiscount | null,
): DiscountValue | UserError {
  const { value } = input;
  if (value == null) {
    return before?.value ?? draftError(["input", "value"], "PRESENCE", "Value can't be blank");
  }
  if (value.percentage != null && value.fixedAmount != null) {
    return draftError(
      ["input", "value"],
      "INVALID",
      "Only one of percentage and fixed amount can be given",
    );
  }
  if (value.percentage != null) {
    return value.percentage >= 0 && value.percentage <= 100
      ? { type: "percentage", percentage: value.percentage }
      : draftError(
          ["input", "value", "percentage"],
          "NOT_IN_RANGE",
          "Percentage must be between 0 and 100",
        );
  }
  const amountMinor = minorOfDecimal(String(value.fixedAmount?.amount ?? ""), draft.currency);
  if (amountMinor === undefined) {
    return draftError(["input", "value"], "PRESENCE", "Value can't be blank");
  }
  if (amountMinor <= 0) {
    return draftError(
      ["input", "value", "fixedAmount", "amount"],
      "GREATER_THAN",
      "Amount must be greater than 0",
    );
  }
  const appliesOnEachItem = value.fixedAmount?.appliesOnEachItem ?? false;
  return { type: "fixed_amount", amountMinor, appliesOnEachItem };
}

/** Null entitles every line, which is also what leaving it out means on a new discount. */
function entitledLinesOf(
  draft: DevDraft,
  input: ManualDiscountInput,
  before: DevDiscount | null,
): string[] | null {
  const { entitledLines } = input;
  if (entitledLines == null) return before?.entitledLineIds ?? null;
  if (entitledLines.all === true) return null;
  const ids = (gids: string[] | null | undefined) =>
    (gids ?? []).map((one) => idOf(one, "SubscriptionLine"));
  const removed = ids(entitledLines.lines?.remove);
  const wanted = [...(before?.entitledLineIds ?? []), ...ids(entitledLines.lines?.add)];
  return draft.lines
    .map((line) => line.id)
    .filter((id) => wanted.includes(id) && !removed.includes(id));
}

function freeShippingOf(input: Arguments): DevDiscount | UserError {
  const limit = (input.recurringCycleLimit as number | null | undefined) ?? null;
  if (limit !== null && limit < 1) return limitError();
  return {
    id: randomUUID(),
    kind: "manual",
    title: typeof input.title === "string" ? input.title : "",
    redeemCode: null,
    targetType: "SHIPPING_LINE",
    value: { type: "percentage", percentage: 100 },
    entitledLineIds: null,
    recurringCycleLimit: limit,
    usageCount: 0,
    rejectionReason: null,
  };
}

function limitError(): UserError {
  return draftError(
    ["input", "recurringCycleLimit"],
    "GREATER_THAN",
    "Recurring cycle limit must be greater than 0",
  );
}

function withAdded(context: AdminContext, draft: DevDraft, discount: DevDiscount) {
  if (draft.discounts.length >= maximumDiscounts) {
    return draftError(
      ["input"],
      "TOO_MANY_DISCOUNTS",
      "The contract draft has too many discounts.",
    );
  }
  return {
    draft: { ...draft, discounts: [...draft.discounts, discount] },
    payload: (stored: DevDraft) => ({ discountAdded: discountView(context, discount, stored) }),
  };
}

function applyCode(context: AdminContext, draft: DevDraft, redeemCode: string) {
  const found = findDiscountCode(context, context.shop.domain, redeemCode);
  const inactive = found && discountCodeStatus(found, context.now) !== "ACTIVE";
  const value: DiscountValue =
    found?.effect.type === "basic" && found.effect.value.type === "amount"
      ? {
          type: "fixed_amount",
          amountMinor: found.effect.value.amountMinor,
          appliesOnEachItem: found.effect.value.appliesOnEachItem,
        }
      : { type: "percentage", percentage: percentageOf(found?.effect) };
  const discount: DevDiscount = {
    id: randomUUID(),
    kind: "code",
    title: found?.title ?? redeemCode,
    redeemCode,
    targetType: found?.effect.type === "free_shipping" ? "SHIPPING_LINE" : "LINE_ITEM",
    value,
    entitledLineIds: null,
    recurringCycleLimit: cycleLimitOf(found),
    usageCount: 0,
    rejectionReason: found === undefined ? "NOT_FOUND" : inactive ? "CURRENTLY_INACTIVE" : null,
  };
  return {
    draft: { ...draft, discounts: [...draft.discounts, discount] },
    payload: (stored: DevDraft) => ({ appliedDiscount: discountView(context, discount, stored) }),
  };
}

/** A code's limit of 0 is no limit, which a contract writes as null. */
function cycleLimitOf(discount: DevDiscountCode | undefined): number | null {
  const limit = discount?.recurringCycleLimit ?? 1;
  return limit === 0 ? null : limit;
}

function percentageOf(effect: { type: string; value?: object } | undefined): number {
  const value = effect?.value as { type: string; percentage?: number } | undefined;
  return effect?.type === "free_shipping" ? 100 : Math.round((value?.percentage ?? 0) * 100);
}

function findDiscount(draft: DevDraft, id: unknown): DevDiscount | undefined {
  const parsed = parseGid(String(id));
  return draft.discounts.find((one) => one.id === parsed?.id);
}

function discountMissing(): UserError {
  return draftError(["discountId"], "INVALID", "Discount does not exist");
}
