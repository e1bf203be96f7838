import { BlockStack, Text, TextField } from "@shopify/polaris";
import type { ReasonDraft } from "./reason-draft.ts";

const KINDS = [
  { value: "none", label: "None" },
  { value: "contact", label: "Contact link" },
  { value: "help", label: "Help page" },
] as const;

export interface ReasonHelpFieldsProps {
  draft: Pick<ReasonDraft, "helpKind" | "helpUrl">;
  change: (patch: Partial<ReasonDraft>) => void;
  contactEmail: string;
  error?: string;
}

/** Where a shopper finds help instead of leaving. */
export function ReasonHelpFields({ draft, change, contactEmail, error }: ReasonHelpFieldsProps) {
  return (
    <BlockStack gap="300">
      <fieldset className="pn-choices">
        <legend className="pn-hidden">Kind of help</legend>
        {KINDS.map(({ value, label }) => (
          <label key={value} className="pn-choice">
            <input
              type="radio"
              name="help"
              value={value}
              checked={draft.helpKind === value}
              onChange={() => change({ helpKind: value })}
            />
            <Text as="span">{label}</Text>
          </label>
        ))}
      </fieldset>
      {draft.helpKind === "contact" && (
        <Text as="p" tone="subdued">
          Writes to {contactEmail}, the store's contact address.
        </Text>
      )}
      {draft.helpKind === "help" && (
        <TextField
          label="Address of the help page"
          type="url"
          value={draft.helpUrl}
          onChange={(helpUrl) => change({ helpUrl })}
          autoComplete="off"
          placeholder="/pages/help"
          {...(error && { error })}
        />
      )}
    </BlockStack>
  );
}
