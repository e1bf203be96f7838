import type { Fact } from "./fact.ts";

/** All that rules know of one customer. */
export interface CustomerFacts {
  customerId: bigint;
  facts: readonly Fact[];
  /** When they were a member. */
  memberships: readonly { from: Date; until: Date | null }[];
}
