import type { ReactNode } from "react";
import type { Formats } from "#app/ui/format.ts";
import type { AmountsTyped } from "./number-text.ts";

/** Everything the admin knows about one type of offer. */
export interface OfferTypeForm<Rules, Draft> {
  /** The type's name in lists and where a merchant chooses one. */
  readonly name: string;
  /** What the merchant can do with it, in a few words. */
  readonly hint: string;
  /** What the fields of a new offer propose. */
  readonly blank: Draft;
  toDraft(rules: Rules, amounts: AmountsTyped): Draft;
  /** A field that holds no number becomes NaN, which JSON carries as null: the server names the field. */
  toRules(draft: Draft, amounts: AmountsTyped): Rules;
  Fields(props: TypeFieldsProps<Draft>): ReactNode;
  /** What an offer gives, in one line: "20% off for 3 renewals". */
  describe(rules: Rules, currency: string, formats: Formats): string;
}

export interface TypeFieldsProps<Draft> {
  /** Every field as it was typed. */
  draft: Draft;
  change(patch: Partial<Draft>): void;
  errorOf(field: string): { error?: string };
  amounts: AmountsTyped;
}
