import { BlockStack, FormLayout } from "@shopify/polaris";
import type { RewardRulesOf } from "#app/domain/loyalty/rewards/reward-types.ts";
import { wholeNumberOf } from "../../../churn/offer-types/number-text.ts";
import { ProductsField } from "../../fields/products-field.tsx";
import { CountField } from "../../fields/typed-field.tsx";
import type { RewardTypeForm } from "./reward-type-form.ts";

interface Draft {
  buy: string;
  buyIds: number[];
  get: string;
  getIds: number[];
}

export const buyXGetYForm: RewardTypeForm<RewardRulesOf<"buy_x_get_y">, Draft> = {
  name: "Buy some, get some free",
  hint: "A code for free products beside others",
  isCode: true,
  blank: { buy: "1", buyIds: [], get: "1", getIds: [] },
  toDraft: (rules) => ({
    buy: String(rules.buy_quantity),
    buyIds: rules.buy_product_ids,
    get: String(rules.get_quantity),
    getIds: rules.get_product_ids,
  }),
  toRules: ({ buy, buyIds, get, getIds }) => ({
    reward_type: "buy_x_get_y",
    buy_quantity: wholeNumberOf(buy),
    buy_product_ids: buyIds,
    get_quantity: wholeNumberOf(get),
    get_product_ids: getIds,
  }),
  Fields: ({ draft, change, errorOf, products }) => (
    <BlockStack gap="400">
      <FormLayout>
        <FormLayout.Group>
          <CountField
            label="Pieces to buy"
            value={draft.buy}
            onChange={(buy) => change({ buy })}
            said={errorOf("buy_quantity")}
          />
          <CountField
            label="Pieces that are free"
            value={draft.get}
            onChange={(get) => change({ get })}
            said={errorOf("get_quantity")}
          />
        </FormLayout.Group>
      </FormLayout>
      <ProductsField
        label="Products to buy"
        chosen={draft.buyIds}
        products={products}
        onChange={(buyIds) => change({ buyIds })}
        said={errorOf("buy_product_ids").error ? { error: "Choose a product." } : {}}
      />
      <ProductsField
        label="Products that are free"
        chosen={draft.getIds}
        products={products}
        onChange={(getIds) => change({ getIds })}
        said={errorOf("get_product_ids").error ? { error: "Choose a product." } : {}}
      />
    </BlockStack>
  ),
};
