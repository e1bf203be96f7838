import {
  type AdminContext,
  type Arguments,
  done,
  failed,
  type Resolvers,
} from "#devstore/admin-api/admin-context.ts";
import { cycleAt } from "#devstore/contracts/billing-schedule.ts";
import { editCycle, findCycle } from "./billing-cycles.ts";
import { committable, markCommitted, termsOf } from "./commit-draft.ts";
import type { CycleSelector } from "./cycle-selector.ts";
import { draftError } from "./draft-errors.ts";
import { newDraft } from "./drafts.ts";

interface CycleInput {
  contractId: string;
  selector: CycleSelector;
}

/** Changing the contract for only one billing cycle, and reverting such changes. */
export const cycleContractMutations: Resolvers = {
  subscriptionBillingCycleContractEdit: (args, context) => {
    const found = findCycle(context, args.billingCycleInput as CycleInput);
    if ("code" in found) {
      const code = found.code === "CYCLE_NOT_FOUND" ? "INVALID" : found.code;
      return failed({ ...found, code });
    }
    const draft = newDraft(context, found.contract, found.cycle.index);
    return done({ draft: context.views.draft(draft) });
  },
  subscriptionBillingCycleContractDraftCommit: (args, context) => commit(context, args),
  subscriptionBillingCycleEditDelete: (args, context) => {
    const found = findCycle(context, args.billingCycleInput as CycleInput);
    if ("code" in found) return failed(found);
    const { contract, cycle } = found;
    if (cycle.edit === null) {
      return failed({
        field: ["billingCycleInput"],
        code: "NO_CYCLE_EDITS",
        message:
          "There's no contract or schedule edit associated with the targeted billing cycle(s).",
      });
    }
    editCycle(context, contract, cycle, { skipped: false, billingDate: null, terms: null });
    const after = context.state.get(context.shop.domain, "contract", contract.id) ?? contract;
    return done({ billingCycles: [context.views.billingCycle(after, cycle.index)] });
  },
};

function commit(context: AdminContext, args: Arguments): unknown {
  const found = committable(context, args.draftId);
  if ("message" in found) return failed(found);
  const { draft, contract } = found;
  if (draft.cycleIndex === null) {
    return failed(
      draftError(
        ["draftId"],
        "BILLING_CYCLE_ABSENT",
        "Cannot commit a contract draft with this mutation. Please use SubscriptionDraftCommit.",
      ),
    );
  }
  const cycle = cycleAt(contract, draft.cycleIndex, context.shop.timezone);
  editCycle(context, contract, cycle, { terms: termsOf(draft) });
  markCommitted(context, draft);
  const after = context.state.get(context.shop.domain, "contract", contract.id) ?? contract;
  return done({ contract: context.views.billingCycle(after, draft.cycleIndex).editedContract });
}
