import { type Conditions, namesOf, whereOf } from "#app/lib/listing.ts";
import { customersByWords, patternsOf } from "../../customers/customer-text.ts";
import type { SubscriptionStatus } from "../subscription-status.ts";

export const SUBSCRIPTION_KINDS = ["membership", "product"] as const;

/** What narrows a merchant's list of subscriptions. Ids that name nothing give an empty list. */
export interface MerchantFilters {
  status?: SubscriptionStatus | undefined;
  planId?: bigint | undefined;
  kind?: (typeof SUBSCRIPTION_KINDS)[number] | undefined;
  /** The platform's number of the contract. */
  contractId?: bigint | undefined;
  /** The internal id, which the API writes as `sub_12`. */
  subscriptionId?: bigint | undefined;
  /** Each is part of the customer's name or email address, in any case. At least one. */
  words?: readonly string[] | undefined;
  /** Charged next at this instant or later, if active. */
  dueFrom?: Date | undefined;
  /** Charged next before it, if active. */
  dueBefore?: Date | undefined;
}

const CONDITIONS: Conditions<keyof MerchantFilters> = {
  status: (parameter) => `f.status = $${parameter}`,
  planId: (parameter) => `f.plan_id = $${parameter}`,
  kind: (parameter) => `f.kind = $${parameter}`,
  contractId: (parameter) => `f.platform_contract_id = $${parameter}`,
  subscriptionId: (parameter) => `f.id = $${parameter}`,
  words: (parameter) => `f.customer_id IN (${customersByWords(parameter)})`,
  dueFrom: (parameter) => `f.status = 'active' AND f.next_billing_at >= $${parameter}`,
  dueBefore: (parameter) => `f.status = 'active' AND f.next_billing_at < $${parameter}`,
};

/** What narrows rows `f` of subscriptions. The store is the first parameter; the filters' values begin at number `first`. */
export function merchantWhere(names: readonly (keyof MerchantFilters)[], first: number): string {
  return whereOf(CONDITIONS, names, first);
}

/** Names of the filters that are set, and their values in the same order. */
export function readMerchantFilters(filters: MerchantFilters) {
  const names = namesOf(CONDITIONS, filters);
  const set = names.map((name) =>
    name === "words" ? patternsOf(filters.words ?? []) : filters[name],
  );
  return { names, set };
}
