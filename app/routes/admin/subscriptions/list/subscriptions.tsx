import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import {
  BlockStack,
  Button,
  ButtonGroup,
  Card,
  Page,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { ShopContext } from "#app/domain/context.ts";
import { listPlanGroups } from "#app/domain/plans/managed-plan-group.ts";
import {
  listSubscriptionsForMerchant,
  type MerchantSubscription,
} from "#app/domain/subscriptions/lists/list-for-merchant.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import type { Formats } from "#app/ui/format.ts";
import { PageLinks } from "#app/ui/page-links.tsx";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { openAdmin } from "../../open-admin.ts";
import { customerTitle } from "../customer-title.ts";
import { describeRange, PAGE_SIZE, readPage } from "../read-page.ts";
import { SubscriptionTabs } from "../subscription-tabs.tsx";
import { StatusBadge } from "./status-badge.tsx";
import {
  readSubscriptionQuery,
  type SubscriptionQuery,
  toMerchantFilters,
} from "./subscription-query.ts";

const HERE = "/app/subscriptions";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { searchParams } = new URL(request.url);
  const query = readSubscriptionQuery(searchParams);
  const page = readPage(searchParams);
  const place = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const filters = toMerchantFilters(query, context.shop.ianaTimezone);
  const [{ subscriptions, total }, groups] = await Promise.all([
    listSubscriptionsForMerchant(context, filters, query.sort, place),
    listPlanGroups(context),
  ]);
  return {
    query,
    page,
    total,
    range: describeRange(page, subscriptions.length, total, formats),
    plans: groups.flatMap(({ plans }) =>
      plans.map(({ id, name }) => ({ label: name, value: String(id) })),
    ),
    rows: subscriptions.map((one) => showSubscription(one, context, formats)),
  };
}

type SubscriptionRow = ReturnType<typeof showSubscription>;

function showSubscription(
  one: MerchantSubscription,
  { shop }: Pick<ShopContext, "shop">,
  formats: Formats,
) {
  const day = (instant: Date) => formats.day(formatDate(instant, shop.ianaTimezone));
  const isCharged = one.status === "active" && one.nextBillingAt !== null;
  return {
    id: String(one.id),
    customer: customerTitle(one.customer),
    contract: String(one.platformContractId),
    plan: one.planName,
    status: one.status,
    isPastDue: one.open?.isPastDue ?? false,
    amount: formats.money(Number(one.amountMinor), one.currency),
    next: isCharged && one.nextBillingAt ? day(one.nextBillingAt) : "–",
    created: day(one.platformCreatedAt),
  };
}

export default function Subscriptions() {
  const { query, page, total, range, plans, rows } = useLoaderData<typeof loader>();
  const { search, status, plan, day } = query;
  const isFiltered = [search, status, plan, day].some((value) => value !== "");
  const isFirstUse = rows.length === 0 && !isFiltered && query.sort === "created" && page === 1;
  return (
    <Page title="Subscriptions" subtitle="Who is charged for what, and when">
      <BlockStack gap="400">
        <SubscriptionTabs />
        {!isFirstUse && <FilterForm query={query} plans={plans} isFiltered={isFiltered} />}
        {rows.length > 0 && (
          <Card padding="0">
            <ResponsiveTable
              caption="Subscriptions"
              rows={rows}
              rowKey={({ id }) => id}
              columns={COLUMNS}
            />
          </Card>
        )}
        {isFirstUse && (
          <EmptyCard title="No subscriptions yet">
            A subscription appears here as soon as a shopper has bought one of your plans.
          </EmptyCard>
        )}
        {rows.length === 0 && !isFirstUse && (
          <EmptyCard title="No subscription matches" action={<Button url={HERE}>Show all</Button>}>
            Try fewer words, another spelling, or the contract's number.
          </EmptyCard>
        )}
        <PageLinks url={HERE} page={page} pageSize={PAGE_SIZE} total={total} range={range} />
      </BlockStack>
    </Page>
  );
}

const COLUMNS: TableColumn<SubscriptionRow>[] = [
  {
    title: "Customer",
    leads: true,
    cell: ({ id, customer, contract }) => (
      <BlockStack>
        <Link to={`${HERE}/${id}`}>{customer}</Link>
        <Text as="span" tone="subdued" variant="bodySm">
          Contract {contract}
        </Text>
      </BlockStack>
    ),
  },
  { title: "Plan", cell: ({ plan }) => plan },
  {
    title: "Status",
    cell: ({ status, isPastDue }) => <StatusBadge status={status} isPastDue={isPastDue} />,
  },
  { title: "Amount", atEnd: true, cell: ({ amount }) => amount },
  { title: "Next charge", cell: ({ next }) => next },
  { title: "Created", cell: ({ created }) => created },
];

const STATUS_OPTIONS = [
  { label: "Any", value: "" },
  { label: "Active", value: "active" },
  { label: "Paused", value: "paused" },
  { label: "Canceled", value: "cancelled" },
];

const SORT_OPTIONS = [
  { label: "Newest first", value: "created" },
  { label: "Active, next charge first", value: "next" },
];

/** The list's filters. They are part of the address, so a filtered list can be bookmarked and shared. */
function FilterForm({
  query,
  plans,
  isFiltered,
}: {
  query: SubscriptionQuery;
  plans: { label: string; value: string }[];
  isFiltered: boolean;
}) {
  const [fields, setFields] = useState<Record<keyof SubscriptionQuery, string>>({ ...query });
  // The address also changes by itself: back, forward, and a link that clears the filters.
  useEffect(() => setFields({ ...query }), [query]);
  const bind = (name: keyof SubscriptionQuery) => ({
    name,
    value: fields[name],
    onChange: (value: string) => setFields((before) => ({ ...before, [name]: value })),
  });
  return (
    <Card>
      <Form method="get" role="search" aria-label="Filter subscriptions">
        <div className="pn-filters">
          <div className="pn-wide">
            <TextField
              label="Customer or contract"
              placeholder="Name, email or contract number"
              autoComplete="off"
              maxLength={100}
              {...bind("search")}
            />
          </div>
          <Select label="Status" options={STATUS_OPTIONS} {...bind("status")} />
          <Select
            label="Plan"
            options={[{ label: "Any", value: "" }, ...plans]}
            {...bind("plan")}
          />
          <TextField label="Charged on" type="date" autoComplete="off" {...bind("day")} />
          <Select label="Sort" options={SORT_OPTIONS} {...bind("sort")} />
          <ButtonGroup>
            <Button submit>Filter</Button>
            {isFiltered && <Button url={HERE}>Clear</Button>}
          </ButtonGroup>
        </div>
      </Form>
    </Card>
  );
}
