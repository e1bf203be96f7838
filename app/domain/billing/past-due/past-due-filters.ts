import { type Conditions, namesOf, whereOf } from "#app/lib/listing.ts";
import { customersByWords, patternsOf } from "../../customers/customer-text.ts";
import type { SUBSCRIPTION_KINDS } from "../../subscriptions/lists/merchant-filters.ts";
import type { DeclineClassName } from "../dunning/decline-classes.ts";
import type { PastDueStep } from "./past-due-steps.ts";

/** What narrows a merchant's list of failed payments. Ids that name nothing give an empty list. */
export interface PastDueFilters {
  step?: PastDueStep | undefined;
  declineClass?: DeclineClassName | undefined;
  /** The step is taken, or ends, at this instant or later. */
  stepFrom?: Date | undefined;
  /** Before it. */
  stepBefore?: Date | undefined;
  planId?: bigint | undefined;
  kind?: (typeof SUBSCRIPTION_KINDS)[number] | undefined;
  /** The platform's number of the contract. */
  contractId?: bigint | undefined;
  subscriptionId?: bigint | undefined;
  /** Each is part of the customer's name or email address, in any case. At least one. */
  words?: readonly string[] | undefined;
}

const ofSubscription = (condition: string) =>
  `EXISTS (SELECT 1 FROM subscriptions s WHERE s.shop_id = $1 AND s.id = f.subscription_id AND ${condition})`;

/** About an unpaid cycle `f`. There are few of those beside the subscriptions, so each is looked up from the cycle. */
const CONDITIONS: Conditions<keyof PastDueFilters> = {
  step: (parameter) => `f.step = $${parameter}`,
  declineClass: (parameter) => `f.decline_class = $${parameter}`,
  stepFrom: (parameter) => `f.step_at >= $${parameter}`,
  stepBefore: (parameter) => `f.step_at < $${parameter}`,
  planId: (parameter) => ofSubscription(`s.plan_id = $${parameter}`),
  kind: (parameter) => ofSubscription(`s.kind = $${parameter}`),
  contractId: (parameter) => ofSubscription(`s.platform_contract_id = $${parameter}`),
  subscriptionId: (parameter) => `f.subscription_id = $${parameter}`,
  words: (parameter) => ofSubscription(`s.customer_id IN (${customersByWords(parameter)})`),
};

/** What narrows unpaid cycles `f`. The store is the first parameter; the filters' values begin at number `first`. */
export function pastDueWhere(names: readonly (keyof PastDueFilters)[], first: number): string {
  return whereOf(CONDITIONS, names, first);
}

/** Names of the filters that are set, and their values in the same order. */
export function readPastDueFilters(filters: PastDueFilters) {
  const names = namesOf(CONDITIONS, filters);
  const set = names.map((name) =>
    name === "words" ? patternsOf(filters.words ?? []) : filters[name],
  );
  return { names, set };
}
