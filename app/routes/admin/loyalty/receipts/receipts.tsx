import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { Banner, BlockStack, Card, Page, Text } from "@shopify/polaris";
import {
  FILE_KEPT_DAYS,
  MOST_ROOM_BYTES,
  readRoomTaken,
} from "#app/domain/loyalty/triggers/receipts/receipt-room.ts";
import {
  countReceipts,
  listReceipts,
  type ReceiptStatus,
} from "#app/domain/loyalty/triggers/receipts/review-receipts.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { PageLinks } from "#app/ui/page-links.tsx";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { openAdmin } from "../../open-admin.ts";
import { describeRange, PAGE_SIZE, readPage } from "../../subscriptions/read-page.ts";
import { LoyaltyTabs } from "../loyalty-tabs.tsx";
import { StatusLinks } from "../review/status-links.tsx";
import { RECEIPTS, STATUS_NAMES, statusNamed } from "./receipt-status.ts";
import { type ReceiptRow, showReceipt } from "./receipt-view.ts";

/** Early enough that something can still be done. */
const ROOM_TO_WARN_AT = 0.8 * MOST_ROOM_BYTES;

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { searchParams } = new URL(request.url);
  const status = statusNamed(searchParams.get("status"));
  const page = readPage(searchParams);
  const [receipts, total, taken] = await Promise.all([
    listReceipts(context, status, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    countReceipts(context, status),
    readRoomTaken(context.db.prisma, context.shop.id),
  ]);
  return {
    ...{ status, page, total, range: describeRange(page, receipts.length, total, formats) },
    fullness: taken > ROOM_TO_WARN_AT ? `${Math.round((100 * taken) / MOST_ROOM_BYTES)}%` : null,
    rows: receipts.map((one) => showReceipt(one, context.shop, formats)),
  };
}

export default function LoyaltyReceipts() {
  const { status, page, total, range, fullness, rows } = useLoaderData<typeof loader>();
  return (
    <Page title="Receipts" subtitle="Purchases elsewhere that customers have sent in">
      <BlockStack gap="400">
        <LoyaltyTabs />
        {fullness && (
          <Banner tone="warning" title={`The room for receipts is ${fullness} full`}>
            <p>
              When it is full, customers cannot send any more. Decide about those that wait: files
              are removed {FILE_KEPT_DAYS} days after the decision.
            </p>
          </Banner>
        )}
        <StatusLinks
          label="Receipts by decision"
          url={RECEIPTS}
          names={STATUS_NAMES}
          first="pending"
          shown={status}
        />
        {rows.length > 0 ? (
          <Card padding="0">
            <ResponsiveTable
              caption={CAPTIONS[status]}
              rows={rows}
              rowKey={({ id }) => id}
              columns={[...COLUMNS, ...(status === "pending" ? [] : DECIDED)]}
            />
          </Card>
        ) : (
          <EmptyCard title={EMPTY[status].title}>{EMPTY[status].text}</EmptyCard>
        )}
        <PageLinks url={RECEIPTS} page={page} pageSize={PAGE_SIZE} total={total} range={range} />
      </BlockStack>
    </Page>
  );
}

const CAPTIONS: Readonly<Record<ReceiptStatus, string>> = {
  pending: "Receipts that wait for you, the oldest first",
  approved: "Receipts that were approved, the newest first",
  rejected: "Receipts that were rejected, the newest first",
};

const COLUMNS: TableColumn<ReceiptRow>[] = [
  {
    title: "Receipt",
    leads: true,
    cell: ({ id, retailer, kind }) => (
      <BlockStack>
        <Link to={`${RECEIPTS}/${id}`}>{retailer}</Link>
        <Text as="span" tone="subdued" variant="bodySm">
          {kind}
        </Text>
      </BlockStack>
    ),
  },
  {
    title: "Customer",
    cell: ({ customer, customerUrl }) => <Link to={customerUrl}>{customer}</Link>,
  },
  { title: "Bought on", cell: ({ bought }) => bought },
  { title: "Sent in", cell: ({ sent }) => sent },
  { title: "Total", atEnd: true, cell: ({ total }) => total },
];

const DECIDED: TableColumn<ReceiptRow>[] = [
  {
    title: "Decided",
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

const EMPTY = {
  pending: {
    title: "No receipt waits for you",
    text: "Customers send receipts in once a rule of the type “Receipt” is active and its block is on your storefront. They wait here until you have looked at them.",
  },
  approved: { title: "No receipt was approved yet", text: "Those that count appear here." },
  rejected: { title: "No receipt was rejected yet", text: "Those that you reject appear here." },
} as const;
