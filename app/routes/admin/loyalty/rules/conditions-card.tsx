import { BlockStack, Card, FormLayout, Select, Text, TextField } from "@shopify/polaris";
import type { PlanProduct } from "#app/domain/plans/search-products.ts";
import { CollectionsField } from "../fields/collections-field.tsx";
import { ProductsField } from "../fields/products-field.tsx";
import { type TierChoice, TiersField } from "../fields/tiers-field.tsx";
import type { RuleDraft } from "./rule-draft.ts";

const CUSTOMERS: { label: string; value: RuleDraft["applyTo"] }[] = [
  { label: "All customers", value: "all" },
  { label: "Members", value: "members" },
  { label: "Customers with a tag", value: "tagged" },
];

/** Whose facts count, and of which products. */
export function ConditionsCard({
  draft,
  change,
  errorOf,
  products,
  tiers,
  hearsOrders,
}: {
  draft: RuleDraft;
  change: (patch: Partial<RuleDraft>) => void;
  errorOf: (field: string) => { error?: string };
  products: readonly PlanProduct[];
  tiers: readonly TierChoice[];
  /** Whether products can be told apart: only orders have them. */
  hearsOrders: boolean;
}) {
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          Who and what counts
        </Text>
        <FormLayout>
          <FormLayout.Group>
            <Select
              label="Customers"
              options={CUSTOMERS}
              value={draft.applyTo}
              onChange={(value) => {
                const chosen = CUSTOMERS.find((one) => one.value === value);
                if (chosen) change({ applyTo: chosen.value });
              }}
            />
            {hearsOrders && (
              <Select
                label="Goods"
                options={[
                  { label: "All products", value: "all" },
                  { label: "Some products", value: "some" },
                ]}
                value={draft.isForSomeProducts ? "some" : "all"}
                onChange={(value) => change({ isForSomeProducts: value === "some" })}
              />
            )}
            {(tiers.length > 0 || draft.isForSomeTiers) && (
              <Select
                label="Tiers"
                options={[
                  { label: "In any tier, and in none", value: "all" },
                  { label: "In some tiers", value: "some" },
                ]}
                value={draft.isForSomeTiers ? "some" : "all"}
                onChange={(value) => change({ isForSomeTiers: value === "some" })}
              />
            )}
          </FormLayout.Group>
          {draft.applyTo === "tagged" && (
            <TextField
              label="Tags"
              autoComplete="off"
              value={draft.tags}
              onChange={(tags) => change({ tags })}
              helpText="Separated by commas, written exactly as in the store. One of them is enough."
              {...(errorOf("tags").error && { error: "Give at least one tag." })}
            />
          )}
        </FormLayout>
        {draft.isForSomeTiers && (
          <TiersField
            tiers={tiers}
            chosen={draft.tierIds}
            onChange={(tierIds) => change({ tierIds })}
            said={errorOf("tier_ids").error ? { error: "Choose at least one tier." } : {}}
          />
        )}
        {hearsOrders && draft.isForSomeProducts && (
          <CollectionsField
            chosen={draft.collectionIds}
            onChange={(collectionIds) => change({ collectionIds })}
          />
        )}
        {hearsOrders && draft.isForSomeProducts && (
          <ProductsField
            label="Products that count"
            most={250}
            chosen={draft.productIds}
            products={products}
            onChange={(productIds) => change({ productIds })}
            said={
              errorOf("product_ids").error
                ? { error: "Choose at least one product or collection." }
                : {}
            }
          />
        )}
      </BlockStack>
    </Card>
  );
}
