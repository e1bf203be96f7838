import type { ReactNode } from "react";
import type { PlanProduct } from "#app/domain/plans/search-products.ts";
import type { AmountsTyped } from "../../../churn/offer-types/number-text.ts";

/** Everything the admin knows about one type of reward. */
export interface RewardTypeForm<Rules, Draft> {
  readonly name: string;
  /** What the customer gets, in a few words. */
  readonly hint: string;
  /** Whether it becomes a code of the platform, which expires and combines with others or does not. */
  readonly isCode: boolean;
  /** Only renewals earn it: it lowers the price of later ones. */
  readonly isForRenewals?: true;
  readonly blank: Draft;
  toDraft(rules: Rules, amounts: AmountsTyped): Draft;
  /** All but what every code has. A field that holds no number becomes NaN, which JSON carries as null. */
  toRules(draft: Draft, amounts: AmountsTyped): Omit<Rules, "expires_in_days" | "combines">;
  Fields(props: RewardFieldsProps<Draft>): ReactNode;
}

export interface RewardFieldsProps<Draft> {
  draft: Draft;
  change(patch: Partial<Draft>): void;
  errorOf(field: string): { error?: string };
  amounts: AmountsTyped;
  /** Products to choose from before anything is searched. */
  products: readonly PlanProduct[];
}
