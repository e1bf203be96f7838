import type { RewardRulesOf } from "#app/domain/loyalty/rewards/reward-types.ts";
import { ProductsField } from "../../fields/products-field.tsx";
import type { RewardTypeForm } from "./reward-type-form.ts";

interface Draft {
  productIds: number[];
}

export const freeProductForm: RewardTypeForm<RewardRulesOf<"free_product">, Draft> = {
  name: "Free product",
  hint: "A code for one piece of a product",
  isCode: true,
  blank: { productIds: [] },
  toDraft: ({ product_id }) => ({ productIds: [product_id] }),
  toRules: ({ productIds: [first] }) => ({
    reward_type: "free_product",
    product_id: first ?? Number.NaN,
  }),
  Fields: ({ draft, change, errorOf, products }) => (
    <ProductsField
      label="The free product"
      most={1}
      chosen={draft.productIds}
      products={products}
      onChange={(productIds) => change({ productIds })}
      said={errorOf("product_id").error ? { error: "Choose a product." } : {}}
    />
  ),
};
