import { FormLayout, TextField } from "@shopify/polaris";
import type { OfferRulesOf } from "#app/domain/churn/offers/types/offer-types.ts";
import { countOf } from "#app/ui/format.ts";
import { moneyText, optionalNumber, textOf } from "./number-text.ts";
import type { OfferTypeForm } from "./offer-type-form.ts";

interface Draft {
  creditAmount: string;
  /** Blank: never. */
  expiresInDays: string;
}

export const addStoreCreditsForm: OfferTypeForm<OfferRulesOf<"add_store_credits">, Draft> = {
  name: "Store credit",
  hint: "Give credit for a later order",
  blank: { creditAmount: "10", expiresInDays: "365" },
  toDraft: (rules) => ({
    creditAmount: rules.credit_amount,
    expiresInDays: textOf(rules.expires_in_days),
  }),
  toRules: (draft) => ({
    type: "add_store_credits",
    credit_amount: draft.creditAmount.trim(),
    expires_in_days: optionalNumber(draft.expiresInDays),
  }),
  describe({ credit_amount, expires_in_days }, currency) {
    const credit = `${moneyText(Number(credit_amount), currency)} store credit`;
    return expires_in_days === null
      ? credit
      : `${credit}, expires after ${countOf(expires_in_days, "day")}`;
  },
  Fields: ({ draft, change, errorOf, currency }) => (
    <FormLayout>
      <FormLayout.Group>
        <TextField
          label="Credit"
          inputMode="decimal"
          suffix={currency}
          value={draft.creditAmount}
          onChange={(creditAmount) => change({ creditAmount })}
          autoComplete="off"
          {...errorOf("credit_amount")}
        />
        <TextField
          label="Expires after"
          inputMode="numeric"
          suffix="days"
          value={draft.expiresInDays}
          onChange={(expiresInDays) => change({ expiresInDays })}
          autoComplete="off"
          helpText="Leave blank for never."
          {...errorOf("expires_in_days")}
        />
      </FormLayout.Group>
    </FormLayout>
  ),
};
