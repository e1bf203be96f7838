import {
  Badge,
  BlockStack,
  Button,
  ButtonGroup,
  Card,
  InlineError,
  InlineStack,
  Select,
  Text,
} from "@shopify/polaris";
import { ChevronDownIcon, ChevronUpIcon, XIcon } from "@shopify/polaris-icons";
import { moveInList } from "../move-in-list.ts";
import type { OfferChoice } from "./reason-view.ts";

export interface ReasonOffersCardProps {
  offerIds: readonly string[];
  offers: readonly OfferChoice[];
  onChange: (offerIds: string[]) => void;
  error?: string;
}

/** The offers of a reason, in the order in which they are tried. */
export function ReasonOffersCard({ offerIds, offers, onChange, error }: ReasonOffersCardProps) {
  const chosen = offerIds.flatMap((id) => offers.find((offer) => offer.id === id) ?? []);
  const others = offers.filter(({ id }) => !offerIds.includes(id));
  return (
    <Card>
      <BlockStack gap="300">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            Offers
          </Text>
          <Text as="p" tone="subdued">
            One of these is shown: the first that is active and fits the shopper. If none fits, they
            go straight on to confirm.
          </Text>
        </BlockStack>
        {chosen.length === 0 && <Text as="p">No offer for this reason.</Text>}
        <ol className="pn-list">
          {chosen.map(({ id, name, active }, place) => (
            <li key={id} style={{ paddingBlock: "0.25rem" }}>
              <InlineStack align="space-between" blockAlign="center" gap="200" wrap={false}>
                <InlineStack gap="200" blockAlign="center">
                  <Text as="span">
                    {place + 1}. {name}
                  </Text>
                  {!active && <Badge>Off</Badge>}
                </InlineStack>
                <ButtonGroup variant="segmented">
                  <Button
                    size="slim"
                    icon={ChevronUpIcon}
                    disabled={place === 0}
                    accessibilityLabel={`Try earlier: ${name}`}
                    onClick={() => onChange(moveInList(offerIds, place, place - 1))}
                  />
                  <Button
                    size="slim"
                    icon={ChevronDownIcon}
                    disabled={place === chosen.length - 1}
                    accessibilityLabel={`Try later: ${name}`}
                    onClick={() => onChange(moveInList(offerIds, place, place + 1))}
                  />
                  <Button
                    size="slim"
                    icon={XIcon}
                    accessibilityLabel={`Remove: ${name}`}
                    onClick={() => onChange(offerIds.filter((other) => other !== id))}
                  />
                </ButtonGroup>
              </InlineStack>
            </li>
          ))}
        </ol>
        {others.length > 0 && (
          <Select
            label="Add an offer"
            options={[
              { label: "Choose an offer", value: "" },
              ...others.map(({ id, name }) => ({ label: name, value: id })),
            ]}
            value=""
            onChange={(id) => id && onChange([...offerIds, id])}
          />
        )}
        {error && <InlineError fieldID="offers" message={error} />}
      </BlockStack>
    </Card>
  );
}
