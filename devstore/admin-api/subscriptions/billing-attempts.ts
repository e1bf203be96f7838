import {
  type AdminContext,
  type Arguments,
  done,
  failed,
  type Resolvers,
  type UserError,
} from "#devstore/admin-api/admin-context.ts";
import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { numberOf } from "#devstore/admin-api/graphql/gid.ts";
import { type SearchFields, search } from "#devstore/admin-api/graphql/search-query.ts";
import { addIntervals, type CycleDates } from "#devstore/contracts/billing-schedule.ts";
import { isTerminated } from "#devstore/contracts/change-contract.ts";
import { dueCycle } from "#devstore/contracts/due-cycle.ts";
import type { DevBillingAttempt, DevContract } from "#devstore/state/contract.ts";
import { findContract } from "./contracts.ts";
import { type CycleSelector, selectCycle, selectorMessages } from "./cycle-selector.ts";
import { ownContract, ownContracts } from "./own-contracts.ts";

interface AttemptInput {
  idempotencyKey: string;
  originTime?: string | null;
  billingCycleSelector?: CycleSelector | null;
}

const searchFields: SearchFields<DevBillingAttempt> = {
  id: { type: "id", read: (attempt) => attempt.id },
  created_at: { type: "time", read: (attempt) => attempt.createdAt },
  error_code: {
    type: "string",
    read: (attempt) => (attempt.state.type === "failed" ? attempt.state.code : null),
  },
};

export const attemptQueries: Resolvers = {
  subscriptionBillingAttempt: (args, context) => {
    const id = numberOf(String(args.id), "SubscriptionBillingAttempt");
    const attempt = context.state.get(context.shop.domain, "billingAttempt", id);
    const isOwn = attempt && ownContract(context, attempt.contractId) !== undefined;
    return isOwn ? context.views.billingAttempt(attempt) : null;
  },
  subscriptionBillingAttempts: (args, context) =>
    connection(args, {
      items: search(
        context,
        "subscriptionBillingAttempts",
        ownAttempts(context),
        args.query,
        searchFields,
      ),
      sortValue: args.sortKey === "ID" ? (one) => one.id : (one) => one.createdAt,
      idOf: (attempt) => attempt.id,
      view: context.views.billingAttempt,
    }),
};

/** Those of the contracts that this app owns: an app sees no other app's. */
function ownAttempts(context: AdminContext): DevBillingAttempt[] {
  const own = new Set(ownContracts(context).map(({ id }) => id));
  const all = context.state.list(context.shop.domain, "billingAttempt");
  return all.filter(({ contractId }) => own.has(contractId));
}

export const attemptMutations: Resolvers = {
  subscriptionBillingAttemptCreate: (args, context) => {
    const input = args.subscriptionBillingAttemptInput as AttemptInput;
    return charge(context, args.subscriptionContractId, input, "subscriptionBillingAttemptInput");
  },
  subscriptionBillingCycleCharge: (args, context) => chargeCycle(context, args),
};

/** The platform makes the key of a cycle's charge itself: a cycle is charged once per failed try. */
function chargeCycle(context: AdminContext, args: Arguments): unknown {
  const selector = args.billingCycleSelector as CycleSelector;
  const contract = findContract(context, args.subscriptionContractId);
  const cycle = contract && selectCycle(context, contract, selector);
  const index = cycle === undefined || typeof cycle === "string" ? 0 : cycle.index;
  const earlier = context.state
    .list(context.shop.domain, "billingAttempt")
    .filter((one) => one.contractId === contract?.id && one.cycleIndex === index);
  const failures = earlier.filter((one) => one.state.type === "failed").length;
  const idempotencyKey = `cycle-${contract?.id ?? 0}-${index}-${failures}`;
  const input = { idempotencyKey, billingCycleSelector: selector };
  return charge(context, args.subscriptionContractId, input, "billingCycleSelector");
}

/**
 * Answers the attempt which the key already names, else makes a pending one. Its end comes after the
 * answer, with the webhook.
 */
function charge(
  context: AdminContext,
  contractId: unknown,
  input: AttemptInput,
  field: string,
): unknown {
  const { state, shop, views, now } = context;
  const contract = findContract(context, contractId);
  const error = contractError(contract);
  if (contract === undefined || error !== null) return failed(error as UserError);
  if (input.idempotencyKey.trim() === "") {
    return failed({
      field: [field, "idempotencyKey"],
      code: "BLANK",
      message: "Idempotency key can't be blank",
    });
  }
  const known = state
    .list(shop.domain, "billingAttempt")
    .find((one) => one.idempotencyKey === input.idempotencyKey);
  if (known !== undefined) return done({ subscriptionBillingAttempt: views.billingAttempt(known) });
  const cycle = cycleToCharge(context, contract, input, field);
  if ("message" in cycle) return failed(cycle);
  const attempt = state.put(shop.domain, "billingAttempt", {
    id: state.nextId(shop.domain, "billingAttempt"),
    contractId: contract.id,
    idempotencyKey: input.idempotencyKey,
    cycleIndex: cycle.index,
    originTime: input.originTime == null ? null : new Date(input.originTime).toISOString(),
    state: { type: "pending" },
    createdAt: now.toISOString(),
    completedAt: null,
  });
  return done({ subscriptionBillingAttempt: views.billingAttempt(attempt) });
}

function contractError(contract: DevContract | undefined): UserError | null {
  const field = ["subscriptionContractId"];
  if (contract === undefined) {
    return { field, code: "CONTRACT_NOT_FOUND", message: "Subscription contract does not exist." };
  }
  if (isTerminated(contract)) {
    return {
      field,
      code: "CONTRACT_TERMINATED",
      message: "Subscription contract cannot be billed once terminated.",
    };
  }
  if (contract.status === "PAUSED") {
    return {
      field,
      code: "CONTRACT_PAUSED",
      message: "Subscription contract cannot be billed if paused.",
    };
  }
  return null;
}

function cycleToCharge(
  context: AdminContext,
  contract: DevContract,
  input: AttemptInput,
  field: string,
): CycleDates | UserError {
  const { now, shop } = context;
  const origin = input.originTime == null ? now : new Date(input.originTime);
  if (origin < new Date(contract.createdAt)) {
    return {
      field: [field, "originTime"],
      code: "ORIGIN_TIME_BEFORE_CONTRACT_CREATION",
      message: "Origin time cannot be before the contract creation time.",
    };
  }
  if (input.billingCycleSelector == null) return dueCycle(context.state, shop, contract, origin);
  const cycle = selectCycle(context, contract, input.billingCycleSelector);
  if (typeof cycle === "string") {
    const code = cycle === "CYCLE_SELECTOR_VALIDATE_ONE_OF" ? "INVALID" : cycle;
    return { field: [field], code, message: selectorMessages[cycle] };
  }
  if (input.originTime != null && (origin < cycle.startAt || origin >= cycle.endAt)) {
    return {
      field: [field, "originTime"],
      code: "ORIGIN_TIME_OUT_OF_RANGE",
      message: "Origin time must be within the selected billing cycle.",
    };
  }
  if (cycle.edit?.skipped === true) {
    return {
      field: [field],
      code: "BILLING_CYCLE_SKIPPED",
      message: "Billing cycle must not be skipped.",
    };
  }
  const earliest = addIntervals(cycle.expectedAt, "DAY", -1, shop.timezone);
  if (now < earliest) {
    return {
      field: [field],
      code: "BILLING_CYCLE_CHARGE_BEFORE_EXPECTED_DATE",
      message:
        "Billing cycle charge attempt made more than 24 hours before the billing cycle `billingAttemptExpectedDate`.",
    };
  }
  return cycle;
}
