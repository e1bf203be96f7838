import { BlockStack, Card, Checkbox, Text, TextField } from "@shopify/polaris";
import type { FieldErrors } from "#app/lib/app-error.ts";
import type { OfferDraft } from "./offer-draft.ts";
import type { AmountsTyped } from "./offer-types/number-text.ts";
import { OFFER_TYPES_TO_CHOOSE, offerFormOf } from "./offer-types/offer-type-forms.ts";
import { PressingWarning } from "./pressure-warning.tsx";

export interface OfferFormProps {
  draft: OfferDraft;
  change: (patch: Partial<OfferDraft>) => void;
  /** What the server found wrong, by field. */
  errors: FieldErrors;
  amounts: AmountsTyped;
  /** The type of an offer that exists stays as it is. */
  typeIsFixed: boolean;
}

/** The fields of an offer. */
export function OfferForm({ draft, change, errors, amounts, typeIsFixed }: OfferFormProps) {
  const errorOf = (field: string) => {
    const messages = errors[field];
    return messages ? { error: messages.join(" ") } : {};
  };
  const TypeFields = offerFormOf(draft.type).Fields;
  return (
    <BlockStack gap="400">
      <Card>
        <BlockStack gap="400">
          <fieldset className="pn-choices">
            <legend style={{ marginBlockEnd: "0.5rem" }}>
              <Text as="span" variant="headingMd">
                What the shopper gets
              </Text>
            </legend>
            {OFFER_TYPES_TO_CHOOSE.map((type) => (
              <label key={type} className="pn-choice">
                <input
                  type="radio"
                  name="type"
                  value={type}
                  checked={draft.type === type}
                  disabled={typeIsFixed && draft.type !== type}
                  onChange={() => change({ type })}
                />
                <span>
                  <Text as="span" fontWeight="semibold">
                    {offerFormOf(type).name}
                  </Text>
                  <br />
                  <Text as="span" tone="subdued">
                    {offerFormOf(type).hint}
                  </Text>
                </span>
              </label>
            ))}
          </fieldset>
          {typeIsFixed && (
            <Text as="p" tone="subdued">
              The type can't be changed after saving. To use another type, create a new offer.
            </Text>
          )}
          <TypeFields
            key={draft.type}
            draft={draft.terms[draft.type]}
            change={(patch) => {
              const fields = { ...draft.terms[draft.type], ...patch };
              change({ terms: { ...draft.terms, [draft.type]: fields } });
            }}
            errorOf={errorOf}
            amounts={amounts}
          />
        </BlockStack>
      </Card>
      <Card>
        <BlockStack gap="400">
          <Text as="h2" variant="headingMd">
            Text
          </Text>
          <TextField
            label="Name"
            value={draft.name}
            onChange={(name) => change({ name })}
            autoComplete="off"
            maxLength={80}
            showCharacterCount
            helpText="For you, and for systems that read the Churn API. Shoppers read what the offer comes to, in their own language."
            {...errorOf("name")}
          />
          <TextField
            label="Description"
            value={draft.description}
            onChange={(description) => change({ description })}
            autoComplete="off"
            multiline={3}
            maxLength={300}
            showCharacterCount
            helpText="Shown below the terms, as you write it and in one language. Leave blank if the terms say enough."
            {...errorOf("description")}
          />
          <PressingWarning texts={[draft.name, draft.description]} />
        </BlockStack>
      </Card>
      <Card>
        <BlockStack gap="400">
          <Text as="h2" variant="headingMd">
            Limits
          </Text>
          <TextField
            label="Once per customer in"
            type="number"
            min={1}
            max={120}
            suffix="months"
            value={draft.onceInMonths}
            onChange={(onceInMonths) => change({ onceInMonths })}
            autoComplete="off"
            helpText="Leave blank for no limit."
            {...errorOf("oncePerCustomerMonths")}
          />
          <Checkbox
            label="Active"
            helpText="An offer that is not active is shown to nobody. Those who have it keep it."
            checked={draft.active}
            onChange={(active) => change({ active })}
          />
        </BlockStack>
      </Card>
    </BlockStack>
  );
}
