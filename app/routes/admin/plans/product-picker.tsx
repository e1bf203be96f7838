import { useFetcher } from "@remix-run/react";
import { BlockStack, Card, Checkbox, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { PlanProduct } from "#app/domain/plans/search-products.ts";
import type { loader } from "./plan-products.ts";

export interface ProductPickerProps {
  /** Those to choose from before anything is searched, with all that are chosen. */
  products: PlanProduct[];
  chosen: number[];
  onChange: (productIds: number[], products: PlanProduct[]) => void;
  error: string | null;
}

/** The store's products with a check mark at those that the plans are offered with. */
export function ProductPicker({ products, chosen, onChange, error }: ProductPickerProps) {
  const [words, setWords] = useState("");
  const search = useFetcher<typeof loader>();
  const found = words.trim() === "" ? null : search.data?.products;
  const shown = found ?? products;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Products
        </Text>
        <TextField
          label="Search products"
          value={words}
          onChange={(typed) => {
            setWords(typed);
            search.load(`/app/plan-products?${new URLSearchParams({ words: typed })}`);
          }}
          autoComplete="off"
          {...(error !== null && { error })}
        />
        {shown.map((product) => (
          <Checkbox
            key={product.productId}
            label={product.title}
            {...(!product.isActive && { helpText: "Not visible to shoppers" })}
            checked={chosen.includes(product.productId)}
            onChange={(isChosen) => {
              const others = chosen.filter((id) => id !== product.productId);
              onChange(isChosen ? [...others, product.productId] : others, shown);
            }}
          />
        ))}
        {shown.length === 0 && <Text as="p">No product found.</Text>}
        <Text as="p" tone="subdued">
          {chosen.length === 0
            ? "Without a product, shoppers can't choose these plans."
            : `${chosen.length} chosen`}
        </Text>
      </BlockStack>
    </Card>
  );
}
