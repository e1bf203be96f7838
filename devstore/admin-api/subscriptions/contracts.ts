import {
  type AdminContext,
  type Arguments,
  done,
  failed,
  type Resolver,
  type Resolvers,
} from "#devstore/admin-api/admin-context.ts";
import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { numberOf } from "#devstore/admin-api/graphql/gid.ts";
import { type SearchFields, search } from "#devstore/admin-api/graphql/search-query.ts";
import { changeContract, isTerminated } from "#devstore/contracts/change-contract.ts";
import type { ContractStatus, DevContract } from "#devstore/state/contract.ts";
import { wholeSeconds } from "#devstore/state/whole-seconds.ts";
import { ownContract, ownContracts } from "./own-contracts.ts";

const searchFields: SearchFields<DevContract> = {
  id: { type: "id", read: (contract) => contract.id },
  customer_id: { type: "id", read: (contract) => contract.customerId },
  created_at: { type: "time", read: (contract) => contract.createdAt },
  updated_at: { type: "time", read: (contract) => contract.updatedAt },
  status: { type: "string", read: (contract) => contract.status },
  last_billing_attempt_error_type: {
    type: "string",
    read: (contract) => contract.lastBillingAttemptErrorType,
  },
  product_id: { type: "id", read: (contract) => contract.lines.map((line) => line.productId) },
  product_variant_id: {
    type: "id",
    read: (contract) => contract.lines.map((line) => line.variantId),
  },
};

const sortValues: Record<string, (contract: DevContract) => string | number> = {
  ID: (contract) => contract.id,
  CREATED_AT: (contract) => contract.createdAt,
  UPDATED_AT: (contract) => contract.updatedAt,
  STATUS: (contract) => contract.status,
};

export const contractQueries: Resolvers = {
  subscriptionContract: (args, context) => {
    const contract = findContract(context, args.id);
    return contract === undefined ? null : context.views.contract(contract);
  },
  subscriptionContracts: (args, context) =>
    connection(args, {
      items: search(
        context,
        "subscriptionContracts",
        ownContracts(context),
        args.query,
        searchFields,
      ),
      sortValue: sortValues[String(args.sortKey)] ?? ((contract) => contract.createdAt),
      idOf: (contract) => contract.id,
      view: context.views.contract,
    }),
};

export const contractMutations: Resolvers = {
  subscriptionContractPause: moveTo("PAUSED"),
  subscriptionContractActivate: moveTo("ACTIVE"),
  subscriptionContractCancel: moveTo("CANCELLED"),
  subscriptionContractFail: moveTo("FAILED"),
  subscriptionContractExpire: moveTo("EXPIRED"),
  subscriptionContractSetNextBillingDate: (args, context) => {
    const contract = findContract(context, args.contractId);
    if (contract === undefined) return contractMissing(["contractId"]);
    if (isTerminated(contract)) {
      return failed({
        field: ["contractId"],
        message: "Subscription contract is terminated",
        code: "INVALID",
      });
    }
    const date = wholeSeconds(new Date(String(args.date)));
    if (date <= context.now) {
      return failed({
        field: ["date"],
        message: "Next billing date is invalid.",
        code: "INVALID",
      });
    }
    return changed(context, contract, { nextBillingDate: date.toISOString() });
  },
};

/** The app's own contract that a global id names in this shop. */
export function findContract(context: AdminContext, id: unknown): DevContract | undefined {
  const number = numberOf(String(id), "SubscriptionContract");
  return ownContract(context, number);
}

function contractMissing(field: string[]): unknown {
  return failed({ field, message: "Subscription contract does not exist", code: "INVALID" });
}

/** A status which the contract has already is answered without another change. */
function moveTo(status: ContractStatus): Resolver {
  return (args: Arguments, context: AdminContext) => {
    const contract = findContract(context, args.subscriptionContractId);
    if (contract === undefined) return contractMissing(["subscriptionContractId"]);
    if (isTerminated(contract)) {
      return failed({
        field: ["subscriptionContractId"],
        message: `Subscription contract cannot be ${status.toLowerCase()} once it is terminated`,
        code: "CONTRACT_TERMINATED",
      });
    }
    if (contract.status === status) return done({ contract: context.views.contract(contract) });
    return changed(context, contract, { status });
  };
}

function changed(
  context: AdminContext,
  contract: DevContract,
  change: Partial<DevContract>,
): unknown {
  const result = changeContract(context.devstore, context.shop.domain, contract, change);
  return done({ contract: context.views.contract(result) });
}
