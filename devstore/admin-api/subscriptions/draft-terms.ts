import type { AdminContext, Arguments, UserError } from "#devstore/admin-api/admin-context.ts";
import { idOf } from "#devstore/admin-api/graphql/gid.ts";
import { isTerminated } from "#devstore/contracts/change-contract.ts";
import type { ContractStatus, DevAttribute, DevDraft } from "#devstore/state/contract.ts";
import { minorOfDecimal } from "#devstore/state/money.ts";
import { wholeSeconds } from "#devstore/state/whole-seconds.ts";
import { type DeliveryMethodInput, methodRequired, shippingOf } from "./delivery-method-input.ts";
import { draftError } from "./draft-errors.ts";
import { billingPolicyOf, deliveryPolicyOf, policyError } from "./policy-input.ts";

export const maximumNoteLength = 2500;

type Result = { draft: DevDraft } | UserError;

/** subscriptionDraftUpdate: what is given replaces, what is left out stays. */
export function changeDraftTerms(context: AdminContext, draft: DevDraft, input: Arguments): Result {
  const policies = withPolicies(draft, input);
  if ("message" in policies) return policies;
  const next = { ...policies.draft };
  if (input.deliveryMethod != null) {
    const method = input.deliveryMethod as DeliveryMethodInput;
    const shipping = shippingOf(method, ["input", "deliveryMethod"]);
    if (shipping !== null && "message" in shipping) return shipping;
    // The platform takes no delivery away from what is shipped.
    if (shipping === null) return methodRequired(["input", "deliveryMethod"]);
    Object.assign(next, shipping);
  }
  if (typeof input.status === "string") {
    if (isTerminated(draft) && input.status !== draft.status) {
      return draftError(["input", "status"], "INVALID", "A terminated contract stays terminated");
    }
    next.status = input.status as ContractStatus;
  }
  if (typeof input.nextBillingDate === "string") {
    const date = wholeSeconds(new Date(input.nextBillingDate));
    if (date <= context.now) {
      return draftError(
        ["input", "nextBillingDate"],
        "INVALID_BILLING_DATE",
        "Next billing date is invalid.",
      );
    }
    next.nextBillingDate = date.toISOString();
  }
  if (typeof input.note === "string") {
    if (input.note.length > maximumNoteLength) {
      return draftError(["input", "note"], "INVALID_NOTE_LENGTH", "Note length is too long.");
    }
    next.note = input.note;
  }
  if (input.deliveryPrice != null) {
    const price = minorOfDecimal(String(input.deliveryPrice), draft.currency) ?? -1;
    if (price < 0) {
      return draftError(
        ["input", "deliveryPrice"],
        "GREATER_THAN_OR_EQUAL_TO",
        "Delivery price must be greater than or equal to 0",
      );
    }
    next.deliveryPriceMinor = price;
  }
  if (Array.isArray(input.customAttributes))
    next.customAttributes = attributesOf(input.customAttributes);
  if (typeof input.paymentMethodId === "string") {
    const id = idOf(input.paymentMethodId, "CustomerPaymentMethod");
    const method =
      id === null ? undefined : context.state.get(context.shop.domain, "paymentMethod", id);
    if (method === undefined) {
      return draftError(["input", "paymentMethodId"], "INVALID", "Payment method does not exist");
    }
    if (method.customerId !== draft.customerId) {
      return draftError(
        ["input", "paymentMethodId"],
        "CUSTOMER_MISMATCH",
        "The payment method customer must be the same as the contract customer.",
      );
    }
    next.paymentMethodId = method.id;
  }
  return { draft: next };
}

export function attributesOf(input: unknown[]): DevAttribute[] {
  return (input as DevAttribute[]).map(({ key, value }) => ({ key, value }));
}

function withPolicies(draft: DevDraft, input: Arguments): Result {
  const billing = input.billingPolicy as Parameters<typeof billingPolicyOf>[0] | null | undefined;
  const delivery = input.deliveryPolicy as Parameters<typeof billingPolicyOf>[0] | null | undefined;
  if (draft.cycleIndex !== null && billing != null) {
    return draftError(
      ["input", "billingPolicy"],
      "BILLING_CYCLE_CONTRACT_DRAFT_BILLING_POLICY_INVALID",
      "Billing policy cannot be updated for billing cycle contract drafts.",
    );
  }
  if (draft.cycleIndex !== null && delivery != null) {
    return draftError(
      ["input", "deliveryPolicy"],
      "BILLING_CYCLE_CONTRACT_DRAFT_DELIVERY_POLICY_INVALID",
      "Delivery policy cannot be updated for billing cycle contract drafts.",
    );
  }
  return {
    draft: {
      ...draft,
      billingPolicy: billing == null ? draft.billingPolicy : billingPolicyOf(billing),
      deliveryPolicy: delivery == null ? draft.deliveryPolicy : deliveryPolicyOf(delivery),
    },
  };
}

/** Whether the draft's policies fit each other, which only the commit asks: they may come one by one. */
export function termsError(draft: DevDraft): UserError | undefined {
  if (draft.lines.length === 0) {
    return draftError(["draftId"], "INVALID_LINES", "Must have at least one line.");
  }
  return policyError(draft.billingPolicy, draft.deliveryPolicy, []);
}
