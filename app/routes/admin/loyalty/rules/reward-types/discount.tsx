import { FormLayout, Select } from "@shopify/polaris";
import type { RewardRulesOf } from "#app/domain/loyalty/rewards/reward-types.ts";
import { numberOf } from "../../../churn/offer-types/number-text.ts";
import { ProductsField } from "../../fields/products-field.tsx";
import { AmountField } from "../../fields/typed-field.tsx";
import { optionalAmount, typeNumber, typeOptional } from "../../fields/typed-values.ts";
import type { RewardTypeForm } from "./reward-type-form.ts";

interface Draft {
  kind: "percentage" | "fixed_amount";
  value: string;
  appliesTo: "order" | "products";
  productIds: number[];
  /** Blank: any. */
  minimum: string;
}

export const discountForm: RewardTypeForm<RewardRulesOf<"discount">, Draft> = {
  name: "Discount",
  hint: "A code that lowers an order's price",
  isCode: true,
  blank: { kind: "percentage", value: "10", appliesTo: "order", productIds: [], minimum: "" },
  toDraft: (rules, amounts) => ({
    kind: rules.discount_type,
    value: typeNumber(rules.discount_amount, amounts),
    appliesTo: rules.applies_to,
    productIds: rules.product_ids ?? [],
    minimum: typeOptional(rules.minimum_amount, amounts),
  }),
  toRules: (draft, amounts) => ({
    reward_type: "discount",
    discount_type: draft.kind,
    discount_amount: numberOf(draft.value, amounts),
    applies_to: draft.appliesTo,
    product_ids:
      draft.appliesTo === "products" && draft.productIds.length > 0 ? draft.productIds : null,
    minimum_amount: optionalAmount(draft.minimum, amounts),
  }),
  Fields: ({ draft, change, errorOf, amounts, products }) => (
    <FormLayout>
      <FormLayout.Group>
        <Select
          label="Kind of discount"
          options={[
            { label: "Percentage", value: "percentage" },
            { label: "Fixed amount", value: "fixed_amount" },
          ]}
          value={draft.kind}
          onChange={(value) => change({ kind: value === "fixed_amount" ? value : "percentage" })}
        />
        <AmountField
          label="Discount"
          suffix={draft.kind === "percentage" ? "%" : amounts.currency}
          value={draft.value}
          onChange={(value) => change({ value })}
          said={errorOf("discount_amount")}
          amounts={amounts}
        />
        <AmountField
          label="Orders of at least"
          suffix={amounts.currency}
          value={draft.minimum}
          onChange={(minimum) => change({ minimum })}
          said={errorOf("minimum_amount")}
          amounts={amounts}
          helpText="Leave blank for any."
        />
      </FormLayout.Group>
      <Select
        label="Takes from"
        options={[
          { label: "The whole order", value: "order" },
          { label: "Some products", value: "products" },
        ]}
        value={draft.appliesTo}
        onChange={(value) => change({ appliesTo: value === "products" ? value : "order" })}
      />
      {draft.appliesTo === "products" && (
        <ProductsField
          label="Products that the discount is for"
          chosen={draft.productIds}
          products={products}
          onChange={(productIds) => change({ productIds })}
          said={errorOf("product_ids")}
        />
      )}
    </FormLayout>
  ),
};
