import type { RightsSpan } from "../../subscriptions/rights/rights.ts";
import type { Fact } from "./fact.ts";

/** All that rules know of one customer. */
export interface CustomerFacts {
  customerId: bigint;
  facts: readonly Fact[];
  /** When they had what a membership gives: to the end of what was paid. */
  memberships: readonly RightsSpan[];
}
