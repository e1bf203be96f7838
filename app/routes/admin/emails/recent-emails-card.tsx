import { Badge, BlockStack, Card, Text } from "@shopify/polaris";
import type { MailKind } from "#app/domain/mail/kinds/mail-kinds.ts";
import type { MailState } from "#app/domain/mail/outbox/list-mails.ts";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import { CustomerLink } from "../customers/customer-link.tsx";
import { KIND_WORDS, STATE_BADGES } from "./email-words.ts";

export interface MailView {
  id: string;
  kind: MailKind;
  customerId: string;
  customerName: string | null;
  state: MailState;
  reason: string | null;
  at: string;
}

/** The newest emails and what became of them, also of those that nobody can tell. */
export function RecentEmailsCard({ mails }: { mails: readonly MailView[] }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Latest emails
        </Text>
        {mails.length === 0 ? (
          <Text as="p" tone="subdued">
            No email yet. The first one goes out when a subscription is paused or canceled, or when
            you give a customer credit.
          </Text>
        ) : (
          <ResponsiveTable
            inset
            caption="The newest emails to customers"
            rows={mails}
            rowKey={({ id }) => id}
            columns={[
              { title: "Email", cell: ({ kind }) => KIND_WORDS[kind].name, leads: true },
              {
                title: "Customer",
                cell: ({ customerId, customerName }) => (
                  <CustomerLink id={customerId} name={customerName ?? "No name"} />
                ),
              },
              { title: "State", cell: (mail) => <State mail={mail} /> },
              { title: "Date", cell: ({ at }) => at },
            ]}
          />
        )}
      </BlockStack>
    </Card>
  );
}

function State({ mail: { state, reason } }: { mail: MailView }) {
  const { label, ...tone } = STATE_BADGES[state];
  return (
    <BlockStack gap="050" inlineAlign="start">
      <Badge {...tone}>{label}</Badge>
      {reason && (
        <Text as="span" tone="subdued" variant="bodySm" breakWord>
          {reason}
        </Text>
      )}
    </BlockStack>
  );
}
