import { Link } from "@remix-run/react";
import { BlockStack, Button, ButtonGroup, Text } from "@shopify/polaris";
import type { ReviewStatus } from "#app/domain/loyalty/triggers/referrals/review-referrals.ts";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import type { ReferralRow } from "./referral-view.ts";

export interface ReferralsTableProps {
  rows: readonly ReferralRow[];
  status: ReviewStatus;
  isSending: boolean;
  onApprove: (row: ReferralRow) => void;
  onReject: (row: ReferralRow) => void;
}

const CAPTIONS: Readonly<Record<ReviewStatus, string>> = {
  review: "Referrals that wait for you, the oldest first",
  approved: "Referrals that were approved, the newest first",
  rejected: "Referrals that were rejected, the newest first",
};

/** Who referred whom, and why the merchant has to decide. */
export function ReferralsTable(props: ReferralsTableProps) {
  const { rows, status } = props;
  return (
    <ResponsiveTable
      caption={CAPTIONS[status]}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[...COLUMNS, ...(status === "review" ? toDecide(props) : DECIDED)]}
    />
  );
}

function Person({ title, email, url }: ReferralRow["friend"]) {
  return (
    <BlockStack>
      <Link to={url}>{title}</Link>
      {email && (
        <Text as="span" tone="subdued" variant="bodySm" breakWord>
          {email}
        </Text>
      )}
    </BlockStack>
  );
}

const COLUMNS: TableColumn<ReferralRow>[] = [
  { title: "Friend", leads: true, cell: ({ friend }) => <Person {...friend} /> },
  {
    title: "Referred by",
    cell: ({ advocate, isOwn }) =>
      isOwn ? <Text as="span">Themselves</Text> : <Person {...advocate} />,
  },
  {
    title: "Order",
    cell: ({ order, orderUrl, referred }) => (
      <BlockStack>
        <a href={orderUrl} target="_top">
          {order}
        </a>
        <Text as="span" tone="subdued" variant="bodySm">
          {referred}
        </Text>
      </BlockStack>
    ),
  },
  {
    title: "Why it waits",
    cell: ({ reasons }) => (
      <BlockStack gap="050">
        {reasons.map((reason) => (
          <Text key={reason} as="span" breakWord>
            {reason}
          </Text>
        ))}
      </BlockStack>
    ),
  },
];

const DECIDED: TableColumn<ReferralRow>[] = [
  {
    title: "Decided by",
    cell: ({ decided, why }) => (
      <BlockStack gap="050">
        <Text as="span">{decided ?? "–"}</Text>
        {why && (
          <Text as="span" tone="subdued" variant="bodySm" breakWord>
            {why}
          </Text>
        )}
      </BlockStack>
    ),
  },
];

function toDecide({
  isSending,
  onApprove,
  onReject,
}: ReferralsTableProps): TableColumn<ReferralRow>[] {
  return [
    { title: "Counts if approved", cell: ({ counts }) => counts },
    {
      title: "Decision",
      cell: (row) => (
        <ButtonGroup>
          <Button
            size="slim"
            disabled={isSending}
            accessibilityLabel={`Approve the referral of ${row.friend.title}`}
            onClick={() => onApprove(row)}
          >
            Approve
          </Button>
          <Button
            size="slim"
            tone="critical"
            disabled={isSending}
            accessibilityLabel={`Reject the referral of ${row.friend.title}`}
            onClick={() => onReject(row)}
          >
            Reject
          </Button>
        </ButtonGroup>
      ),
    },
  ];
}
