import { GraphQLError } from "graphql";
import {
  type AdminContext,
  type Arguments,
  done,
  failed,
  type Resolvers,
} from "#devstore/admin-api/admin-context.ts";
import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { type CycleDates, cycleAt, lastCycleAhead } from "#devstore/contracts/billing-schedule.ts";
import { changeContract } from "#devstore/contracts/change-contract.ts";
import type { CycleEdit, DevContract } from "#devstore/state/contract.ts";
import { wholeSeconds } from "#devstore/state/whole-seconds.ts";
import { findContract } from "./contracts.ts";
import { type CycleSelector, selectCycle, selectorMessages } from "./cycle-selector.ts";

interface CycleInput {
  contractId: string;
  selector: CycleSelector;
}

export const cycleQueries: Resolvers = {
  subscriptionBillingCycle: (args, context) => {
    const { contractId, selector } = args.billingCycleInput as CycleInput;
    const contract = findContract(context, contractId);
    const cycle = contract && selectCycle(context, contract, selector);
    return contract === undefined || cycle === undefined || typeof cycle === "string"
      ? null
      : context.views.billingCycle(contract, cycle.index);
  },
  subscriptionBillingCycles: (args, context) => {
    const contract = findContract(context, args.contractId);
    if (contract === undefined) throw new GraphQLError("Subscription contract does not exist");
    return connection(args, {
      items: cyclesAsked(context, contract, args),
      sortValue: (index) => index,
      idOf: (index) => index,
      view: (index) => context.views.billingCycle(contract, index),
    });
  },
};

export const cycleMutations: Resolvers = {
  subscriptionBillingCycleSkip: (args, context) => skip(context, args, true),
  subscriptionBillingCycleUnskip: (args, context) => skip(context, args, false),
  subscriptionBillingCycleScheduleEdit: (args, context) => editSchedule(context, args),
};

function cyclesAsked(context: AdminContext, contract: DevContract, args: Arguments): number[] {
  const { timezone } = context.shop;
  const last = Math.min(
    contract.billingPolicy.maxCycles ?? Number.POSITIVE_INFINITY,
    lastCycleAhead(contract, context.now, timezone),
  );
  const indexes = Array.from({ length: last }, (_, index) => index + 1);
  const range = args.billingCyclesIndexRangeSelector as {
    startIndex: number;
    endIndex: number;
  } | null;
  if (range != null) {
    return indexes.filter((index) => index >= range.startIndex && index <= range.endIndex);
  }
  const dates = args.billingCyclesDateRangeSelector as {
    startDate: string;
    endDate: string;
  } | null;
  if (dates == null) return indexes;
  const from = new Date(dates.startDate);
  const to = new Date(dates.endDate);
  return indexes.filter((index) => {
    const { expectedAt } = cycleAt(contract, index, timezone);
    return expectedAt >= from && expectedAt <= to;
  });
}

function skip(context: AdminContext, args: Arguments, skipped: boolean): unknown {
  const found = findCycle(context, args.billingCycleInput as CycleInput);
  if ("code" in found) return failed({ ...found, code: "INVALID" });
  const { contract, cycle } = found;
  if ((cycle.edit?.skipped ?? false) !== skipped) {
    editCycle(context, contract, cycle, { skipped });
    const verb = skipped ? "skip" : "unskip";
    context.devstore.webhooks.enqueue(
      context.shop.domain,
      `subscription_billing_cycles/${verb}`,
      cyclePayload(contract, cycle),
    );
  }
  return done({ billingCycle: currentView(context, contract.id, cycle.index) });
}

function editSchedule(context: AdminContext, args: Arguments): unknown {
  const found = findCycle(context, args.billingCycleInput as CycleInput);
  if ("code" in found) return failed(found);
  const { contract, cycle } = found;
  const input = args.input as { billingDate?: string | null; skip?: boolean | null };
  if (input.billingDate == null && input.skip == null) {
    return failedWith(
      "EMPTY_BILLING_CYCLE_EDIT_SCHEDULE_INPUT",
      ["input"],
      "Billing cycle schedule edit input provided is empty. Must take in parameters to modify schedule.",
    );
  }
  const skipped = input.skip ?? cycle.edit?.skipped ?? false;
  if (skipped && input.billingDate != null) {
    return failedWith(
      "BILLING_DATE_SET_ON_SKIPPED",
      ["input", "billingDate"],
      "Billing date cannot be set on skipped billing cycle.",
    );
  }
  const pending = context.state
    .list(context.shop.domain, "billingAttempt")
    .some(
      (one) =>
        one.contractId === contract.id &&
        one.cycleIndex === cycle.index &&
        one.state.type === "pending",
    );
  if (pending) {
    return failedWith(
      "INCOMPLETE_BILLING_ATTEMPTS",
      ["billingCycleInput"],
      "Billing cycle has incomplete billing attempts in progress.",
    );
  }
  const date = input.billingDate == null ? null : wholeSeconds(new Date(input.billingDate));
  if (date !== null && (date < cycle.startAt || date > cycle.endAt)) {
    return failedWith(
      "OUT_OF_BOUNDS",
      ["input", "billingDate"],
      "Billing date of a cycle cannot be set to a value outside of its billing date range.",
    );
  }
  const billingDate = date?.toISOString() ?? cycle.edit?.billingDate ?? null;
  editCycle(context, contract, cycle, { skipped, billingDate });
  return done({ billingCycle: currentView(context, contract.id, cycle.index) });
}

function failedWith(code: string, field: string[], message: string): unknown {
  return failed({ field, message, code });
}

/** Stores an edit of one cycle; a cycle without any edit left keeps none. */
export function editCycle(
  context: AdminContext,
  contract: DevContract,
  cycle: CycleDates,
  change: Partial<CycleEdit>,
): void {
  const edit: CycleEdit = {
    skipped: false,
    billingDate: null,
    terms: null,
    ...cycle.edit,
    ...change,
    index: cycle.index,
  };
  const others = contract.cycleEdits.filter((one) => one.index !== cycle.index);
  const empty = !edit.skipped && edit.billingDate === null && edit.terms === null;
  changeContract(context.devstore, context.shop.domain, contract, {
    cycleEdits: empty ? others : [...others, edit],
  });
}

/** The contract and cycle of an input, or the user error of the schedule-edit mutations. */
export function findCycle(
  context: AdminContext,
  input: CycleInput,
):
  | { contract: DevContract; cycle: CycleDates }
  | { code: string; field: string[]; message: string } {
  const contract = findContract(context, input.contractId);
  if (contract === undefined) {
    return {
      code: "CYCLE_NOT_FOUND",
      field: ["billingCycleInput", "contractId"],
      message: "Subscription contract does not exist",
    };
  }
  const cycle = selectCycle(context, contract, input.selector);
  if (typeof cycle !== "string") return { contract, cycle };
  const code = cycle === "CYCLE_SELECTOR_VALIDATE_ONE_OF" ? "INVALID" : cycle;
  return { code, field: ["billingCycleInput", "selector"], message: selectorMessages[cycle] };
}

function currentView(context: AdminContext, contractId: number, index: number): unknown {
  const contract = context.state.get(context.shop.domain, "contract", contractId);
  return contract === undefined ? null : context.views.billingCycle(contract, index);
}

/** Body of subscription_billing_cycles/*. */
function cyclePayload(contract: DevContract, cycle: CycleDates): Record<string, unknown> {
  return {
    subscription_contract_id: contract.id,
    admin_graphql_api_subscription_contract_id: `gid://shopify/SubscriptionContract/${contract.id}`,
    cycle_start_at: cycle.startAt.toISOString(),
    cycle_end_at: cycle.endAt.toISOString(),
    cycle_index: cycle.index,
    billing_attempt_expected_date: cycle.expectedAt.toISOString(),
  };
}
