import { Link } from "@remix-run/react";
import { BlockStack, Text } from "@shopify/polaris";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import { STATE_NAMES } from "../../loyalty/coupons/coupon-query.ts";
import type { CouponView, ReceiptView, ReferralsPart } from "./customer-loyalty.ts";
import { PartCard, type PartPage } from "./part-card.tsx";

/** Discount codes that rules gave the customer. */
export function CouponsCard({ part }: { part: PartPage<CouponView> | null }) {
  return (
    <PartCard title="Coupons" part={part} pageName="coupons" empty="No rule gave a coupon yet.">
      {(rows) => (
        <ResponsiveTable
          inset
          caption="Coupons of this customer, the newest first"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              title: "Coupon",
              leads: true,
              cell: ({ code, url, gives }) => (
                <BlockStack>
                  <Link to={url}>{code}</Link>
                  <Small>{gives}</Small>
                </BlockStack>
              ),
            },
            {
              title: "Status",
              cell: ({ state, isWaiting }) => (isWaiting ? "Being made" : STATE_NAMES[state]),
            },
            { title: "Rule", cell: ({ rule }) => rule },
            { title: "Until", cell: ({ until }) => until },
            { title: "Created", cell: ({ made }) => made },
          ]}
        />
      )}
    </PartCard>
  );
}

/** Friends who followed the customer's link. */
export function ReferralsCard({ part }: { part: ReferralsPart | null }) {
  return (
    <PartCard
      title="Referrals"
      part={part}
      pageName="referrals"
      empty="Nobody has ordered through this customer's link."
      action={
        part?.referredBy && (
          <Text as="span">
            Referred by <Link to={part.referredBy.url}>{part.referredBy.name}</Link>
          </Text>
        )
      }
    >
      {(rows) => (
        <ResponsiveTable
          inset
          caption="Friends whom this customer has referred, the latest first"
          rows={rows as ReferralsPart["rows"]}
          rowKey={({ id }) => id}
          columns={[
            {
              title: "Friend",
              leads: true,
              cell: ({ friend, order }) => (
                <BlockStack>
                  <Link to={friend.url}>{friend.name}</Link>
                  <Small>{`Order ${order}`}</Small>
                </BlockStack>
              ),
            },
            {
              title: "Decision",
              cell: ({ status, url }) => (url ? <Link to={url}>{status}</Link> : status),
            },
            { title: "Counts", cell: ({ counts }) => counts },
            { title: "Date", cell: ({ at }) => at },
          ]}
        />
      )}
    </PartCard>
  );
}

/** Purchases elsewhere that the customer has sent in. */
export function ReceiptsCard({ part }: { part: PartPage<ReceiptView> | null }) {
  return (
    <PartCard title="Receipts" part={part} pageName="receipts" empty="No receipt was sent in.">
      {(rows) => (
        <ResponsiveTable
          inset
          caption="Receipts of this customer, the newest first"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              title: "Receipt",
              leads: true,
              cell: ({ retailer, url, sent }) => (
                <Link to={url} aria-label={`${retailer}, sent in ${sent}`}>
                  {retailer}
                </Link>
              ),
            },
            { title: "Total", atEnd: true, cell: ({ total }) => total },
            {
              title: "Status",
              cell: ({ status, why }) => (
                <BlockStack>
                  <Text as="span">{status}</Text>
                  {why && <Small>{why}</Small>}
                </BlockStack>
              ),
            },
            { title: "Sent in", cell: ({ sent }) => sent },
          ]}
        />
      )}
    </PartCard>
  );
}

function Small({ children }: { children: string }) {
  return (
    <Text as="span" tone="subdued" variant="bodySm" breakWord>
      {children}
    </Text>
  );
}
