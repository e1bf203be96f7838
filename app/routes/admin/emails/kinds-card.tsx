import { BlockStack, Card, Checkbox, Select, Text } from "@shopify/polaris";
import { MAIL_KINDS, type MailKind } from "#app/domain/mail/kinds/mail-kinds.ts";
import type { DaysBefore } from "#app/domain/mail/settings/mail-settings.ts";
import { KIND_WORDS } from "./email-words.ts";

const CHOICES: Readonly<Record<keyof DaysBefore, readonly number[]>> = {
  upcoming_renewal: [1, 2, 3, 5, 7, 14, 30],
  trial_ending: [1, 2, 3, 5, 7, 14],
  card_expiring: [7, 14, 30, 60],
};

interface KindsCardProps {
  off: readonly MailKind[];
  daysBefore: DaysBefore;
  onChange: (off: MailKind[]) => void;
  onDays: (daysBefore: DaysBefore) => void;
}

/** Which emails are sent, and how long before their date. */
export function KindsCard({ off, daysBefore, onChange, onDays }: KindsCardProps) {
  const others = (kind: MailKind) => off.filter((one) => one !== kind);
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Sent emails
        </Text>
        <BlockStack gap="200">
          {MAIL_KINDS.filter((module) => !("isRequired" in module)).map(({ kind }) => (
            <BlockStack key={kind} gap="200">
              <Checkbox
                label={KIND_WORDS[kind].name}
                helpText={KIND_WORDS[kind].sent}
                checked={!off.includes(kind)}
                onChange={(isOn) => onChange(isOn ? others(kind) : [...others(kind), kind])}
              />
              {isBeforeDate(kind) && !off.includes(kind) && (
                <Select
                  label={`Send “${KIND_WORDS[kind].name}”`}
                  labelHidden
                  options={optionsOf(kind, daysBefore[kind])}
                  value={String(daysBefore[kind])}
                  onChange={(days) => onDays({ ...daysBefore, [kind]: Number(days) })}
                />
              )}
            </BlockStack>
          ))}
        </BlockStack>
      </BlockStack>
    </Card>
  );
}

function isBeforeDate(kind: MailKind): kind is keyof DaysBefore {
  return kind in CHOICES;
}

function optionsOf(kind: keyof DaysBefore, chosen: number) {
  const days = [...new Set([...CHOICES[kind], chosen])].sort((one, other) => one - other);
  return days.map((count) => ({
    value: String(count),
    label: count === 1 ? "1 day before" : `${count} days before`,
  }));
}
