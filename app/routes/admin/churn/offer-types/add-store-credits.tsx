import { FormLayout, TextField } from "@shopify/polaris";
import type { OfferRulesOf } from "#app/domain/churn/offers/types/offer-types.ts";
import { readTypedAmount, typeAmount } from "#app/lib/typed-amount.ts";
import { amountError, moneyOf, optionalNumber, textOf } from "./number-text.ts";
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
  toDraft: (rules, { locale }) => ({
    creditAmount: typeAmount(rules.credit_amount, locale),
    expiresInDays: textOf(rules.expires_in_days),
  }),
  toRules: (draft, { locale, currency }) => ({
    type: "add_store_credits",
    // What is no amount becomes blank: the server names the field, and the field says why.
    credit_amount: readTypedAmount(draft.creditAmount, locale, currency).text ?? "",
    expires_in_days: optionalNumber(draft.expiresInDays),
  }),
  describe({ credit_amount, expires_in_days }, currency, formats) {
    const credit = `${moneyOf(Number(credit_amount), currency, formats)} store credit`;
    return expires_in_days === null
      ? credit
      : `${credit}, expires after ${formats.count(expires_in_days, "day")}`;
  },
  Fields: ({ draft, change, errorOf, amounts }) => (
    <FormLayout>
      <FormLayout.Group>
        <TextField
          label="Credit"
          inputMode="decimal"
          suffix={amounts.currency}
          value={draft.creditAmount}
          onChange={(creditAmount) => change({ creditAmount })}
          autoComplete="off"
          {...amountError(draft.creditAmount, amounts, errorOf("credit_amount"))}
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
