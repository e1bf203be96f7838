import { BlockStack, Checkbox, InlineError, Text } from "@shopify/polaris";
import { useId } from "react";

/** A tier that a rule can be for. */
export interface TierChoice {
  id: number;
  name: string;
}

/** In which tiers what customers do counts. One that was removed stays on the list while it is chosen. */
export function TiersField({
  tiers,
  chosen,
  onChange,
  said,
}: {
  tiers: readonly TierChoice[];
  chosen: readonly number[];
  onChange: (tierIds: number[]) => void;
  said: { error?: string };
}) {
  const fieldId = useId();
  const gone = chosen.filter((id) => !tiers.some((tier) => tier.id === id));
  const choices = [...tiers, ...gone.map((id) => ({ id, name: `Tier ${id}, which was removed` }))];
  return (
    <fieldset className="pn-products" aria-describedby={said.error ? `${fieldId}Error` : undefined}>
      <legend>Tiers that count</legend>
      <BlockStack gap="200">
        {choices.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={(isChosen) => {
              const others = chosen.filter((one) => one !== id);
              onChange(isChosen ? [...others, id] : others);
            }}
          />
        ))}
        <Text as="p" tone="subdued">
          What a customer does counts by the tier that they were in just before it.
        </Text>
        {said.error && <InlineError fieldID={fieldId} message={said.error} />}
      </BlockStack>
    </fieldset>
  );
}
