import { FormLayout, Select, TextField } from "@shopify/polaris";
import type { OfferRulesOf } from "#app/domain/churn/offers/types/offer-types.ts";
import { typeAmount } from "#app/lib/typed-amount.ts";
import { amountError, moneyOf, numberOf, optionalNumber, textOf } from "./number-text.ts";
import type { OfferTypeForm } from "./offer-type-form.ts";

interface Draft {
  discountType: "percentage" | "fixed_amount";
  discountValue: string;
  /** Blank: all renewals. */
  cycles: string;
}

export const discountPriceForm: OfferTypeForm<OfferRulesOf<"discount_price">, Draft> = {
  name: "Discount",
  hint: "Lower the price of the next renewals",
  blank: { discountType: "percentage", discountValue: "20", cycles: "3" },
  toDraft: (rules, { locale }) => ({
    discountType: rules.discount_type,
    discountValue: typeAmount(String(rules.discount_value), locale),
    cycles: textOf(rules.cycles),
  }),
  toRules: (draft, amounts) => ({
    type: "discount_price",
    discount_type: draft.discountType,
    discount_value: numberOf(draft.discountValue, amounts),
    cycles: optionalNumber(draft.cycles),
  }),
  describe({ discount_type, discount_value, cycles }, currency, formats) {
    const off =
      discount_type === "percentage"
        ? `${discount_value}% off`
        : `${moneyOf(discount_value, currency, formats)} off`;
    return cycles === null
      ? `${off} all renewals`
      : `${off} for ${formats.count(cycles, "renewal")}`;
  },
  Fields({ draft, change, errorOf, amounts }) {
    const isPercentage = draft.discountType === "percentage";
    return (
      <FormLayout>
        <FormLayout.Group>
          <Select
            label="Kind of discount"
            options={[
              { label: "Percentage", value: "percentage" },
              { label: "Fixed amount", value: "fixed_amount" },
            ]}
            value={draft.discountType}
            onChange={(value) =>
              change({ discountType: value === "fixed_amount" ? value : "percentage" })
            }
          />
          <TextField
            label="Discount"
            inputMode="decimal"
            suffix={isPercentage ? "%" : amounts.currency}
            value={draft.discountValue}
            onChange={(discountValue) => change({ discountValue })}
            autoComplete="off"
            {...(isPercentage && { helpText: "A whole number from 1 to 100." })}
            {...amountError(draft.discountValue, amounts, errorOf("discount_value"))}
          />
        </FormLayout.Group>
        <TextField
          label="Renewals"
          inputMode="numeric"
          value={draft.cycles}
          onChange={(cycles) => change({ cycles })}
          autoComplete="off"
          helpText="How many renewals the discount lasts. Leave blank for all."
          {...errorOf("cycles")}
        />
      </FormLayout>
    );
  },
};
