import { Checkbox, FormLayout, TextField } from "@shopify/polaris";
import type { RuleSettingsOf } from "#app/domain/loyalty/rules/rule-types.ts";
import { numberOf, optionalNumber, textOf } from "../../../churn/offer-types/number-text.ts";
import { AmountField, CountField } from "../../fields/typed-field.tsx";
import { listOf, optionalAmount, typeNumber, typeOptional } from "../../fields/typed-values.ts";
import type { RuleTypeForm } from "./rule-type-form.ts";

interface Draft {
  rate: string;
  mostAmount: string;
  mostPoints: string;
  isApproved: boolean;
  /** One a line. Blank: any. */
  retailers: string;
}

export const uploadReceiptForm: RuleTypeForm<RuleSettingsOf<"upload_receipt">, Draft> = {
  name: "Receipt upload",
  hint: "A receipt from another retailer gives points for what it cost, once it is approved.",
  blank: { rate: "1", mostAmount: "", mostPoints: "", isApproved: false, retailers: "" },
  toDraft: (settings, amounts) => ({
    rate: typeNumber(settings.points_per_dollar, amounts),
    mostAmount: typeOptional(settings.maximum_amount, amounts),
    mostPoints: textOf(settings.maximum_points),
    isApproved: settings.auto_approve,
    retailers: settings.retailers.join("\n"),
  }),
  toSettings: (draft, amounts) => ({
    points_per_dollar: numberOf(draft.rate, amounts),
    maximum_amount: optionalAmount(draft.mostAmount, amounts),
    maximum_points: optionalNumber(draft.mostPoints),
    auto_approve: draft.isApproved,
    retailers: listOf(draft.retailers),
  }),
  Fields: ({ draft, change, errorOf, amounts }) => (
    <FormLayout>
      <FormLayout.Group>
        <AmountField
          label={`Points for 1 ${amounts.currency}`}
          value={draft.rate}
          onChange={(rate) => change({ rate })}
          said={errorOf("points_per_dollar")}
          amounts={amounts}
        />
        <AmountField
          label="Amount that counts at most"
          suffix={amounts.currency}
          value={draft.mostAmount}
          onChange={(mostAmount) => change({ mostAmount })}
          said={errorOf("maximum_amount")}
          amounts={amounts}
          helpText="Of each receipt. Leave blank for all."
        />
        <CountField
          label="Points at most"
          value={draft.mostPoints}
          onChange={(mostPoints) => change({ mostPoints })}
          said={errorOf("maximum_points")}
          helpText="For each receipt. Leave blank for any."
        />
      </FormLayout.Group>
      <TextField
        label="Retailers"
        multiline={3}
        autoComplete="off"
        value={draft.retailers}
        onChange={(retailers) => change({ retailers })}
        helpText="One a line. Leave blank for any."
        {...errorOf("retailers")}
      />
      <Checkbox
        label="Approve receipts without a look"
        helpText="Each then counts at once, as the customer says it. It needs a maximum above and a limit for each customer."
        checked={draft.isApproved}
        onChange={(isApproved) => change({ isApproved })}
      />
    </FormLayout>
  ),
};
