import { useFetcher } from "@remix-run/react";
import { BlockStack, Checkbox, InlineError, Text, TextField } from "@shopify/polaris";
import { useId, useState } from "react";
import type { PlanProduct } from "#app/domain/plans/search-products.ts";
import type { loader } from "../../plans/plan-products.ts";

export interface ProductsFieldProps {
  label: string;
  /** The platform's numbers of those that are chosen. */
  chosen: readonly number[];
  /** Those to choose from before anything is searched. */
  products: readonly PlanProduct[];
  /** More cannot be chosen; a new choice then replaces the only one. */
  most?: number;
  onChange: (productIds: number[]) => void;
  said: { error?: string };
}

/** Products of the store, found by words. What is chosen stays on the list, whatever is searched. */
export function ProductsField({
  label,
  chosen,
  products,
  most = 100,
  onChange,
  said,
}: ProductsFieldProps) {
  const fieldId = useId();
  const [words, setWords] = useState("");
  const search = useFetcher<typeof loader>();
  const found = words.trim() === "" ? products : (search.data?.products ?? products);
  const [known, setKnown] = useState<readonly PlanProduct[]>(products);
  const titleOf = (id: number) =>
    [...found, ...known].find(({ productId }) => productId === id)?.title ?? `Product ${id}`;
  const choose = (id: number, isChosen: boolean) => {
    setKnown([...known, ...found]);
    const others = chosen.filter((one) => one !== id);
    onChange(isChosen ? [...(most === 1 ? [] : others), id] : others);
  };
  const others = found.filter(({ productId }) => !chosen.includes(productId)).slice(0, SHOWN);
  return (
    <fieldset className="pn-products" aria-describedby={said.error ? `${fieldId}Error` : undefined}>
      <legend>{label}</legend>
      <BlockStack gap="200">
        {chosen.map((id) => (
          <Checkbox
            key={id}
            label={titleOf(id)}
            checked
            onChange={(isChosen) => choose(id, isChosen)}
          />
        ))}
        <TextField
          label={`Search: ${label}`}
          labelHidden
          placeholder="Search products"
          autoComplete="off"
          value={words}
          onChange={(typed) => {
            setWords(typed);
            search.load(`/app/plan-products?${new URLSearchParams({ words: typed })}`);
          }}
        />
        {others.map(({ productId, title }) => (
          <Checkbox
            key={productId}
            label={title}
            checked={false}
            onChange={(isChosen) => choose(productId, isChosen)}
          />
        ))}
        {others.length === 0 && chosen.length === 0 && <Text as="p">No product found.</Text>}
        {said.error && <InlineError fieldID={fieldId} message={said.error} />}
      </BlockStack>
    </fieldset>
  );
}

/** More are found by words. */
const SHOWN = 8;
