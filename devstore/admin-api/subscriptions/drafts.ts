import {
  type AdminContext,
  type Arguments,
  done,
  failed,
  type Resolvers,
} from "#devstore/admin-api/admin-context.ts";
import { numberOf } from "#devstore/admin-api/graphql/gid.ts";
import type { DevContract, DevDraft } from "#devstore/state/contract.ts";
import { commitDraft } from "./commit-draft.ts";
import { findContract } from "./contracts.ts";
import { draftError, onDraft } from "./draft-errors.ts";
import { changeDraftTerms } from "./draft-terms.ts";

export const draftQueries: Resolvers = {
  subscriptionDraft: (args, context) => {
    const draft = context.state.get(
      context.shop.domain,
      "draft",
      numberOf(String(args.id), "SubscriptionDraft"),
    );
    return draft === undefined ? null : context.views.draft(draft);
  },
};

export const draftMutations: Resolvers = {
  subscriptionContractUpdate: (args, context) => openDraft(context, args),
  subscriptionDraftUpdate: (args, context) =>
    onDraft(context, args.draftId, (draft) =>
      changeDraftTerms(context, draft, args.input as Arguments),
    ),
  subscriptionDraftCommit: (args, context) => commitDraft(context, args.draftId),
};

function openDraft(context: AdminContext, args: Arguments): unknown {
  const contract = findContract(context, args.contractId);
  if (contract === undefined) {
    return failed(draftError(["contractId"], "INVALID", "Subscription contract does not exist"));
  }
  // A contract that has ended takes drafts still: the schema has CONTRACT_TERMINATED for changes of
  // its status alone, and no code of that kind for drafts.
  return done({ draft: context.views.draft(newDraft(context, contract, null)) });
}

/** A draft of the current contract, or of one cycle of it. */
export function newDraft(
  context: AdminContext,
  contract: DevContract,
  cycleIndex: number | null,
): DevDraft {
  const { state, shop, now } = context;
  const edited = contract.cycleEdits.find((edit) => edit.index === cycleIndex)?.terms;
  return state.put(shop.domain, "draft", {
    id: state.nextId(shop.domain, "draft"),
    contractId: contract.id,
    customerId: contract.customerId,
    currency: contract.currency,
    basedOnRevision: contract.revision,
    cycleIndex,
    removedDiscounts: [],
    committedAt: null,
    createdAt: now.toISOString(),
    status: contract.status,
    nextBillingDate: contract.nextBillingDate,
    billingPolicy: contract.billingPolicy,
    deliveryPolicy: contract.deliveryPolicy,
    deliveryPriceMinor: contract.deliveryPriceMinor,
    deliveryAddress: contract.deliveryAddress ?? null,
    shippingOption: contract.shippingOption ?? null,
    paymentMethodId: contract.paymentMethodId,
    lines: contract.lines,
    discounts: contract.discounts,
    note: contract.note,
    customAttributes: contract.customAttributes,
    ...edited,
  });
}
