import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { BlockStack, Button, ButtonGroup, Card, InlineStack, Page } from "@shopify/polaris";
import { listOffers } from "#app/domain/churn/offers/list-offers.ts";
import { listAppliedOffersForMerchant } from "#app/domain/churn/reports/list-applied-offers-for-merchant.ts";
import {
  DEFAULT_REASON_TITLES,
  REASON_ALIASES,
} from "#app/domain/subscriptions/cancellation-reasons.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { openAdmin } from "../open-admin.ts";
import { FILTER_NAMES } from "./applied-offer-filters.ts";
import { readAppliedOfferQuery, toFilter, toPlace } from "./applied-offer-query.ts";
import { type AppliedOfferView, showAppliedOffer } from "./applied-offer-view.ts";
import { ExportButton } from "./export-button.tsx";
import { FilterForm } from "./filter-form.tsx";
import { StateBadge } from "./state-badge.tsx";

const PAGE_SIZE = 25;

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { searchParams } = new URL(request.url);
  const query = readAppliedOfferQuery(searchParams);
  const filter = toFilter(query, context.shop.ianaTimezone);
  const [page, offers] = await Promise.all([
    listAppliedOffersForMerchant(context, filter, toPlace(searchParams), PAGE_SIZE),
    listOffers(context),
  ]);
  return {
    query,
    lines: page.lines.map((line) => showAppliedOffer(line, context.shop, formats)),
    olderThan: page.olderThan === null ? null : String(page.olderThan),
    newerThan: page.newerThan === null ? null : String(page.newerThan),
    offers: offers.map(({ id, name }) => ({ id: String(id), name })),
    reasons: REASON_ALIASES.map((alias) => ({ alias, title: DEFAULT_REASON_TITLES[alias] })),
  };
}

export default function AppliedOffers() {
  const { query, lines, olderThan, newerThan, offers, reasons } = useLoaderData<typeof loader>();
  const isFiltered = Object.values(query).some((value) => value !== "");
  const isEmpty = lines.length === 0;
  const isFirstUse = isEmpty && !isFiltered && newerThan === null;
  return (
    <Page
      title="Applied offers"
      subtitle="Who was saved, by what, and what it costs"
      {...(!isFirstUse && { primaryAction: <ExportButton query={query} /> })}
    >
      {isFirstUse ? (
        <EmptyCard
          title="Nobody has accepted an offer yet"
          action={<Button url="/app/churn/offers">Review offers</Button>}
        >
          As soon as a shopper does, or another system activates an offer for them, it is listed
          here with what it costs.
        </EmptyCard>
      ) : (
        <BlockStack gap="400">
          <FilterForm query={query} offers={offers} reasons={reasons} />
          {isEmpty ? (
            <EmptyCard
              title="No applied offer matches"
              action={<Button url="/app/churn/applied-offers">Clear the filters</Button>}
            >
              Try fewer filters, or another spelling of the name.
            </EmptyCard>
          ) : (
            <Card padding="0">
              <ResponsiveTable
                caption="Applied offers, newest first"
                rows={lines}
                rowKey={({ id }) => id}
                columns={COLUMNS}
              />
            </Card>
          )}
          <Pages olderThan={olderThan} newerThan={newerThan} />
        </BlockStack>
      )}
    </Page>
  );
}

const COLUMNS: TableColumn<AppliedOfferView>[] = [
  {
    title: "Customer",
    leads: true,
    cell: ({ id, customer }) => <Link to={`/app/churn/applied-offers/${id}`}>{customer}</Link>,
  },
  { title: "Offer", cell: ({ offer }) => offer },
  { title: "Reason", cell: ({ reason }) => reason },
  { title: "Requested", cell: ({ requested }) => requested },
  { title: "Cycles left", cell: ({ cyclesLeft }) => cyclesLeft, atEnd: true },
  { title: "Cost so far", cell: ({ cost }) => cost, atEnd: true },
  { title: "State", cell: ({ state }) => <StateBadge state={state} /> },
];

/** Ways to the neighbouring pages, keeping the filters. */
function Pages({ olderThan, newerThan }: { olderThan: string | null; newerThan: string | null }) {
  const [searchParams] = useSearchParams();
  if (olderThan === null && newerThan === null) return null;
  const urlWith = (name: string, value: string) => {
    const next = new URLSearchParams();
    for (const filter of FILTER_NAMES) {
      const kept = searchParams.get(filter);
      if (kept) next.set(filter, kept);
    }
    next.set(name, value);
    return `/app/churn/applied-offers?${next}`;
  };
  return (
    <nav aria-label="Pages">
      <InlineStack align="center">
        <ButtonGroup>
          {newerThan !== null && <Button url={urlWith("newer_than", newerThan)}>Newer</Button>}
          {olderThan !== null && <Button url={urlWith("older_than", olderThan)}>Older</Button>}
        </ButtonGroup>
      </InlineStack>
    </nav>
  );
}
