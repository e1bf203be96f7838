import { FormLayout } from "@shopify/polaris";
import type { RewardRulesOf } from "#app/domain/loyalty/rewards/reward-types.ts";
import { wholeNumberOf } from "../../../churn/offer-types/number-text.ts";
import { ProductsField } from "../../fields/products-field.tsx";
import { CountField } from "../../fields/typed-field.tsx";
import type { RewardTypeForm } from "./reward-type-form.ts";

interface Draft {
  productIds: number[];
  cycles: string;
}

export const contractFreeProductForm: RewardTypeForm<
  RewardRulesOf<"contract_free_product">,
  Draft
> = {
  name: "Free product with a renewal",
  hint: "Put into the next renewals, by itself",
  isCode: false,
  isForRenewals: true,
  blank: { productIds: [], cycles: "1" },
  toDraft: ({ product_id, cycles }) => ({ productIds: [product_id], cycles: String(cycles) }),
  toRules: ({ productIds: [first], cycles }) => ({
    reward_type: "contract_free_product",
    product_id: first ?? Number.NaN,
    cycles: wholeNumberOf(cycles),
  }),
  Fields: ({ draft, change, errorOf, products }) => (
    <FormLayout>
      <ProductsField
        label="The free product"
        most={1}
        chosen={draft.productIds}
        products={products}
        onChange={(productIds) => change({ productIds })}
        said={errorOf("product_id").error ? { error: "Choose a product." } : {}}
      />
      <CountField
        label="Renewals that bring it"
        value={draft.cycles}
        onChange={(cycles) => change({ cycles })}
        said={errorOf("cycles")}
      />
    </FormLayout>
  ),
};
