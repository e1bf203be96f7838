import { BlockStack, Card, Checkbox, Text } from "@shopify/polaris";
import { MAIL_KINDS, type MailKind } from "#app/domain/mail/kinds/mail-kinds.ts";
import { KIND_WORDS } from "./email-words.ts";

/** Which emails are sent. */
export function KindsCard({
  off,
  onChange,
}: {
  off: readonly MailKind[];
  onChange: (off: MailKind[]) => void;
}) {
  const others = (kind: MailKind) => off.filter((one) => one !== kind);
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Sent emails
        </Text>
        <BlockStack gap="200">
          {MAIL_KINDS.map(({ kind }) => (
            <Checkbox
              key={kind}
              label={KIND_WORDS[kind].name}
              helpText={KIND_WORDS[kind].sent}
              checked={!off.includes(kind)}
              onChange={(isOn) => onChange(isOn ? others(kind) : [...others(kind), kind])}
            />
          ))}
        </BlockStack>
      </BlockStack>
    </Card>
  );
}
