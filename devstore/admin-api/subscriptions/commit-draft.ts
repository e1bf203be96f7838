import {
  type AdminContext,
  done,
  failed,
  type UserError,
} from "#devstore/admin-api/admin-context.ts";
import { numberOf } from "#devstore/admin-api/graphql/gid.ts";
import { cycleContaining, rescheduled } from "#devstore/contracts/billing-schedule.ts";
import { changeContract } from "#devstore/contracts/change-contract.ts";
import type { ContractTerms, DevContract, DevDraft } from "#devstore/state/contract.ts";
import { draftError } from "./draft-errors.ts";
import { termsError } from "./draft-terms.ts";

/** Makes the draft's terms the contract's, or refuses as the platform does and changes nothing. */
export function commitDraft(context: AdminContext, draftId: unknown): unknown {
  const found = committable(context, draftId);
  if ("message" in found) return failed(found);
  const { draft, contract } = found;
  if (draft.cycleIndex !== null) {
    return failed(
      draftError(
        ["draftId"],
        "BILLING_CYCLE_PRESENT",
        "Cannot commit a billing cycle contract draft with this mutation. Please use SubscriptionBillingCycleContractDraftCommit.",
      ),
    );
  }
  if (hasFutureEdits(context, contract)) {
    return failed(
      draftError(
        ["draftId"],
        "HAS_FUTURE_EDITS",
        "Cannot update a subscription contract with a current or upcoming billing cycle contract edit.",
      ),
    );
  }
  const changed = changeContract(context.devstore, context.shop.domain, contract, {
    ...termsOf(draft),
    schedule: scheduleOf(context, contract, draft),
  });
  markCommitted(context, draft);
  return done({ contract: context.views.contract(changed) });
}

/** The draft and its contract, when nothing but the kind of commit is left to ask. */
export function committable(
  context: AdminContext,
  draftId: unknown,
): { draft: DevDraft; contract: DevContract } | UserError {
  const { state, shop } = context;
  const draft = state.get(shop.domain, "draft", numberOf(String(draftId), "SubscriptionDraft"));
  const contract = draft && state.get(shop.domain, "contract", draft.contractId);
  if (draft === undefined || contract === undefined) {
    return draftError(["draftId"], "INVALID", "Subscription draft does not exist");
  }
  if (draft.committedAt !== null) {
    return draftError(["draftId"], "COMMITTED", "Subscription draft has been already committed.");
  }
  if (draft.basedOnRevision !== contract.revision) {
    return draftError(
      ["draftId"],
      "STALE_CONTRACT",
      "Another operation updated the contract concurrently as the commit was in progress.",
    );
  }
  return termsError(draft) ?? { draft, contract };
}

export function markCommitted(context: AdminContext, draft: DevDraft): void {
  const committedAt = context.now.toISOString();
  context.state.put(context.shop.domain, "draft", { ...draft, committedAt });
}

export function termsOf(terms: ContractTerms): ContractTerms {
  return {
    status: terms.status,
    nextBillingDate: terms.nextBillingDate,
    billingPolicy: terms.billingPolicy,
    deliveryPolicy: terms.deliveryPolicy,
    deliveryPriceMinor: terms.deliveryPriceMinor,
    deliveryAddress: terms.deliveryAddress ?? null,
    shippingOption: terms.shippingOption ?? null,
    paymentMethodId: terms.paymentMethodId,
    lines: terms.lines,
    discounts: terms.discounts,
    note: terms.note,
    customAttributes: terms.customAttributes,
  };
}

function hasFutureEdits(context: AdminContext, contract: DevContract): boolean {
  const running = cycleContaining(contract, context.now, context.shop.timezone);
  return contract.cycleEdits.some(
    (edit) => edit.terms !== null && edit.index >= (running?.index ?? 1),
  );
}

function scheduleOf(context: AdminContext, contract: DevContract, draft: DevDraft) {
  const { interval, intervalCount } = draft.billingPolicy;
  const same =
    interval === contract.billingPolicy.interval &&
    intervalCount === contract.billingPolicy.intervalCount;
  if (same) return contract.schedule;
  const moved =
    draft.nextBillingDate !== contract.nextBillingDate && draft.nextBillingDate !== null;
  const nextEnd = moved ? new Date(draft.nextBillingDate as string) : null;
  return rescheduled(contract, draft.billingPolicy, context.now, nextEnd, context.shop.timezone);
}
