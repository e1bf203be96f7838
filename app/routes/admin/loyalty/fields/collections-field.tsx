import { useFetcher } from "@remix-run/react";
import { BlockStack, Checkbox, Text, TextField } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { loader } from "../rules/collections.ts";

/** More are found by words. */
const SHOWN = 8;

/** Collections of the store, found by words. What is chosen stays on the list, whatever is searched. */
export function CollectionsField({
  chosen,
  onChange,
}: {
  /** The platform's numbers of those that are chosen. */
  chosen: readonly number[];
  onChange: (collectionIds: number[]) => void;
}) {
  const [words, setWords] = useState("");
  const [titles, setTitles] = useState<ReadonlyMap<number, string>>(new Map());
  const { load, data } = useFetcher<typeof loader>();
  const found = data?.collections ?? [];
  useEffect(() => load(addressOf("")), [load]);
  const choose = (id: number, isChosen: boolean) => {
    setTitles(new Map([...titles, ...titlesOf(found)]));
    const others = chosen.filter((one) => one !== id);
    onChange(isChosen ? [...others, id] : others);
  };
  const known = new Map([...titles, ...titlesOf(found)]);
  const others = found.filter(({ collectionId }) => !chosen.includes(collectionId)).slice(0, SHOWN);
  return (
    <fieldset className="pn-products">
      <legend>Collections that count</legend>
      <BlockStack gap="200">
        {chosen.map((id) => (
          <Checkbox
            key={id}
            label={known.get(id) ?? `Collection ${id}`}
            checked
            onChange={(isChosen) => choose(id, isChosen)}
          />
        ))}
        <TextField
          label="Search: Collections that count"
          labelHidden
          placeholder="Search collections"
          autoComplete="off"
          value={words}
          onChange={(typed) => {
            setWords(typed);
            load(addressOf(typed));
          }}
        />
        {others.map(({ collectionId, title }) => (
          <Checkbox
            key={collectionId}
            label={title}
            checked={false}
            onChange={(isChosen) => choose(collectionId, isChosen)}
          />
        ))}
        {others.length === 0 && chosen.length === 0 && <Text as="p">No collection found.</Text>}
      </BlockStack>
    </fieldset>
  );
}

function addressOf(words: string): string {
  return `/app/loyalty/collections?${new URLSearchParams({ words })}`;
}

function titlesOf(collections: readonly { collectionId: number; title: string }[]) {
  return collections.map(({ collectionId, title }) => [collectionId, title] as const);
}
