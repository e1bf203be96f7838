import type { ReactNode } from "react";
import type { PlanProduct } from "#app/domain/plans/search-products.ts";
import type { AmountsTyped } from "../../../churn/offer-types/number-text.ts";

/** Everything the admin knows about one type of rule. */
export interface RuleTypeForm<Settings, Draft> {
  /** The type's name in lists and where a merchant chooses one. */
  readonly name: string;
  /** What it does, in one plain sentence. */
  readonly hint: string;
  /** What the fields of a new rule propose. */
  readonly blank: Draft;
  toDraft(settings: Settings, amounts: AmountsTyped): Draft;
  /** A field that holds no number becomes NaN, which JSON carries as null: the server names the field. */
  toSettings(draft: Draft, amounts: AmountsTyped): Settings;
  Fields(props: RuleFieldsProps<Draft>): ReactNode;
}

export interface RuleFieldsProps<Draft> {
  /** Every field as it was typed. */
  draft: Draft;
  change(patch: Partial<Draft>): void;
  errorOf(field: string): { error?: string };
  amounts: AmountsTyped;
  plans: readonly PlanGroupChoice[];
  /** Products to choose from before anything is searched. */
  products: readonly PlanProduct[];
}

/** A group of plans that a rule can be about. */
export interface PlanGroupChoice {
  id: string;
  name: string;
  kind: "membership" | "product";
  plans: readonly { id: string; name: string }[];
}

/** The form of a type with nothing to set. */
export const NOTHING_TO_SET = {
  blank: {},
  toDraft: () => ({}),
  toSettings: () => ({}),
  Fields: () => null,
} as const;
