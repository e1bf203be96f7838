import { Link } from "@remix-run/react";
import { Badge, BlockStack, Text } from "@shopify/polaris";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { Timeline, type TimelineEntry } from "#app/ui/timeline.tsx";
import { StateBadge } from "../../applied-offers/state-badge.tsx";
import { KIND_WORDS, LANGUAGE_NAMES, STATE_BADGES } from "../../emails/email-words.ts";
import type { ChargeView, EmailView, OfferView, OrderView } from "./customer-view.ts";
import { PartCard, type PartPage } from "./part-card.tsx";

/** What the customer was charged, over all contracts. */
export function ChargesCard({ part }: { part: PartPage<ChargeView> | null }) {
  return (
    <PartCard title="Charges" part={part} pageName="charges" empty="Nothing has been charged yet.">
      {(rows) => (
        <ResponsiveTable
          inset
          caption="Charges of this customer, the latest first"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              title: "Date",
              leads: true,
              cell: ({ at, subscriptionId }) => (
                <Link to={`/app/subscriptions/${subscriptionId}`}>{at}</Link>
              ),
            },
            { title: "Amount", atEnd: true, cell: ({ amount }) => amount },
            { title: "Result", cell: ({ result }) => result },
            {
              title: "Order",
              cell: ({ orderUrl, at }) =>
                orderUrl === null ? (
                  "–"
                ) : (
                  <a href={orderUrl} target="_top" aria-label={`Open the order of ${at}`}>
                    Open order
                  </a>
                ),
            },
          ]}
        />
      )}
    </PartCard>
  );
}

/** The customer's orders of the store, also those without a subscription. */
export function OrdersCard({ part }: { part: PartPage<OrderView> | null }) {
  return (
    <PartCard
      title="Orders"
      part={part}
      pageName="orders"
      empty="No order of this customer is known here. Older ones can be imported under Exports."
    >
      {(rows) => (
        <ResponsiveTable
          inset
          caption="Orders of this customer, the latest first"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              title: "Order",
              leads: true,
              cell: ({ name, url }) => (
                <a href={url} target="_top">
                  {name}
                </a>
              ),
            },
            { title: "Amount", atEnd: true, cell: ({ amount }) => amount },
            { title: "Since then", cell: ({ after }) => after },
            { title: "Date", cell: ({ at }) => at },
          ]}
        />
      )}
    </PartCard>
  );
}

/** Offers that the customer took when canceling. */
export function OffersCard({ part }: { part: PartPage<OfferView> | null }) {
  return (
    <PartCard
      title="Offers"
      part={part}
      pageName="offers"
      empty="No offer was applied to a subscription of this customer."
    >
      {(rows) => (
        <ResponsiveTable
          inset
          caption="Offers applied for this customer, the latest first"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              title: "Offer",
              leads: true,
              cell: ({ id, offer, gives }) => (
                <BlockStack>
                  <Link to={`/app/churn/applied-offers/${id}`}>{offer}</Link>
                  <Text as="span" tone="subdued" variant="bodySm">
                    {gives}
                  </Text>
                </BlockStack>
              ),
            },
            { title: "State", cell: ({ state }) => <StateBadge state={state} /> },
            { title: "Reason", cell: ({ reason }) => reason },
            { title: "Date", cell: ({ at }) => at },
          ]}
        />
      )}
    </PartCard>
  );
}

/** Mails to the customer, and what became of each. */
export function EmailsCard({ part }: { part: PartPage<EmailView> | null }) {
  return (
    <PartCard
      title="Emails"
      part={part}
      pageName="emails"
      empty="No email has been sent to this customer yet."
    >
      {(rows) => (
        <>
          <Text as="p" tone="subdued">
            What an email said is not kept. Preview shows today's template of its kind, in its
            language, with made-up facts.
          </Text>
          <ResponsiveTable
            inset
            caption="Emails to this customer, the newest first"
            rows={rows}
            rowKey={({ id }) => id}
            columns={EMAIL_COLUMNS}
          />
        </>
      )}
    </PartCard>
  );
}

const EMAIL_COLUMNS: TableColumn<EmailView>[] = [
  {
    title: "Email",
    leads: true,
    cell: ({ kind, language }) => (
      <BlockStack>
        <Text as="span">{KIND_WORDS[kind].name}</Text>
        {language && (
          <Text as="span" tone="subdued" variant="bodySm">
            {LANGUAGE_NAMES[language]}
          </Text>
        )}
      </BlockStack>
    ),
  },
  {
    title: "State",
    cell: ({ state, reason }) => {
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
    },
  },
  {
    title: "Date",
    cell: ({ at, sentAt }) => (
      <BlockStack>
        <Text as="span">{at}</Text>
        {sentAt && sentAt !== at && (
          <Text as="span" tone="subdued" variant="bodySm">{`Left ${sentAt}`}</Text>
        )}
      </BlockStack>
    ),
  },
  {
    title: "Template",
    cell: ({ kind, at, previewUrl }) => (
      <Link to={previewUrl} aria-label={`Preview ${KIND_WORDS[kind].name}, ${at}`}>
        Preview
      </Link>
    ),
  },
];

/** Everything that happened, with who did it. */
export function TimelineCard({ part }: { part: PartPage<TimelineEntry> | null }) {
  return (
    <PartCard
      title="Timeline"
      part={part}
      pageName="timeline"
      empty="Nothing is recorded for this customer."
    >
      {(rows) => <Timeline entries={rows} />}
    </PartCard>
  );
}
