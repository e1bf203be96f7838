import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { BlockStack, Button, ButtonGroup, Card, InlineStack, Page, Text } from "@shopify/polaris";
import { readLadders } from "#app/domain/loyalty/tiers/read-ladders.ts";
import { listCustomers } from "#app/domain/members/customers/list-customers.ts";
import { readListedCustomers } from "#app/domain/members/customers/read-listed-customers.ts";
import { listCustomerTags } from "#app/domain/plans/list-customer-tags.ts";
import { listPlanGroups } from "#app/domain/plans/managed-plan-group.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ListFilters } from "#app/ui/index-list/list-filters.tsx";
import { type ListQuery, listAddress } from "#app/ui/index-list/use-list-address.ts";
import { useRowSelection } from "#app/ui/index-list/use-row-selection.ts";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { openAdmin } from "../../open-admin.ts";
import { type Option, planOptions } from "../../plans/plan-options.ts";
import { BulkBar } from "../../subscriptions/bulk/bulk-bar.tsx";
import { StatusBadge } from "../../subscriptions/list/status-badge.tsx";
import { showSavedViews } from "../../subscriptions/views/show-saved-views.ts";
import { CustomerLink } from "../customer-link.tsx";
import {
  readCustomerPlace,
  readCustomersQuery,
  toCustomerFilters,
  writeCustomerPlace,
} from "./customers-query.ts";
import { type CustomerRow, describeTotal, showListedCustomer } from "./listed-customer-view.ts";

const HERE = "/app/customers";
const PAGE_SIZE = 25;

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { searchParams } = new URL(request.url);
  const query = readCustomersQuery(searchParams);
  const sort = query.sort || "newest";
  const place = readCustomerPlace(searchParams, sort);
  const [page, groups, ladders, tags, views] = await Promise.all([
    listCustomers(context, toCustomerFilters(query), sort, place, PAGE_SIZE),
    listPlanGroups(context),
    readLadders(context.db.prisma, context.shop.id),
    listCustomerTags(context),
    showSavedViews(context, "customers"),
  ]);
  const tiers = ladders.at(-1)?.tiers ?? [];
  const customers = await readListedCustomers(context, page.ids);
  return {
    query,
    views,
    view: searchParams.get("view") ?? "",
    isFirstPage: place === null,
    next: page.next && writeCustomerPlace(page.next),
    total: describeTotal(page, formats),
    plans: planOptions(groups),
    tiers: tiers.map(({ id, name }) => ({ label: name, value: String(id) })),
    tags: tags.map((tag) => ({ label: tag, value: tag })),
    rows: customers.map((one) => showListedCustomer(one, tiers, context.shop, formats)),
  };
}

export default function Customers() {
  const { query, views, view, isFirstPage, next, total, plans, tiers, tags, rows } =
    useLoaderData<typeof loader>();
  const { sort, ...narrowed } = query;
  const isFiltered = Object.values(narrowed).some((value) => value !== "");
  const isFirstUse = rows.length === 0 && !isFiltered && sort === "" && isFirstPage;
  const asked: ListQuery = { ...query };
  const selection = useRowSelection(
    rows.map(({ id }) => id),
    JSON.stringify([asked, rows[0]?.id]),
  );
  const addressOf = (after: string) => listAddress(HERE, { ...asked, view, after });
  return (
    <Page title="Customers" subtitle="Who buys, who is a member, and what they hold">
      <BlockStack gap="400">
        <nav className="pn-tabs" aria-label="Customers">
          <Link to={HERE} aria-current={query.member === "" ? "page" : undefined}>
            Customers
          </Link>
          <Link to={`${HERE}?member=any`} aria-current={query.member === "" ? undefined : "page"}>
            Members
          </Link>
        </nav>
        {isFirstUse && views.length === 0 ? (
          <EmptyCard title="No customers yet">
            Your store's customers appear here as soon as they are read from the platform, or buy
            one of your plans.
          </EmptyCard>
        ) : (
          <Card padding="0">
            <ListFilters
              url={HERE}
              list="customers"
              views={views}
              viewsAction="/app/saved-views"
              query={asked}
              filters={filtersOf(plans, tiers, tags)}
              searchPlaceholder="Name, email or customer number"
              sortOptions={SORT_OPTIONS}
              sort={{
                selected: POLARIS_SORTS[sort] ?? "",
                toQuery: (selected) =>
                  Object.keys(POLARIS_SORTS).find((known) => POLARIS_SORTS[known] === selected) ??
                  "",
              }}
            />
            {rows.length > 0 && (
              <>
                <BulkBar
                  list="customers"
                  kinds={["pause", "resume", "cancel"]}
                  query={asked}
                  {...{ selection, total: rows.length }}
                  rows={rows.length}
                />
                <ResponsiveTable
                  caption="Customers"
                  rows={rows}
                  rowKey={({ id }) => id}
                  rowLinks
                  selection={{
                    ...selection,
                    nameOf: ({ title, number }) => `${title}, customer ${number}`,
                  }}
                  columns={COLUMNS}
                />
              </>
            )}
          </Card>
        )}
        {rows.length === 0 && !isFirstUse && (
          <EmptyCard title="No customer matches" action={<Button url={HERE}>Show all</Button>}>
            Try fewer words, another spelling, or the customer's number.
          </EmptyCard>
        )}
        {rows.length > 0 && (
          <nav aria-label="Pages">
            <InlineStack align="center" blockAlign="center" gap="300">
              <ButtonGroup>
                {!isFirstPage && <Button url={addressOf("")}>First page</Button>}
                {next !== null && <Button url={addressOf(next)}>Next</Button>}
              </ButtonGroup>
              <Text as="span" tone="subdued">
                {total}
              </Text>
            </InlineStack>
          </nav>
        )}
      </BlockStack>
    </Page>
  );
}

/** Polaris' names of the orders. */
const POLARIS_SORTS: Readonly<Record<string, string>> = {
  "": "since desc",
  name: "name asc",
  credit: "credit desc",
  next: "next asc",
};

const SORT_OPTIONS = [
  { label: "Customer since", value: "since desc" as const, directionLabel: "Newest first" },
  { label: "Name", value: "name asc" as const, directionLabel: "A to Z" },
  { label: "Store credit", value: "credit desc" as const, directionLabel: "Most first" },
  { label: "Next charge", value: "next asc" as const, directionLabel: "Soonest first" },
];

function filtersOf(plans: readonly Option[], tiers: readonly Option[], tags: readonly Option[]) {
  return [
    {
      name: "subscription",
      label: "Subscription",
      options: [
        { label: "Active", value: "active" },
        { label: "Past due", value: "past_due" },
      ],
    },
    ...(plans.length > 0 ? [{ name: "plan", label: "Plan", options: plans }] : []),
    {
      name: "member",
      label: "Membership",
      options: [
        { label: "Is or was a member", value: "any" },
        { label: "Active", value: "active" },
        { label: "Paused", value: "paused" },
        { label: "Canceled", value: "cancelled" },
      ],
    },
    {
      name: "holds",
      label: "Holds",
      options: [
        { label: "Store credit", value: "credit" },
        { label: "Points", value: "points" },
      ],
    },
    ...(tiers.length > 0 ? [{ name: "tier", label: "Tier", options: tiers }] : []),
    ...(tags.length > 0 ? [{ name: "tag", label: "Tag", options: tags }] : []),
  ];
}

const COLUMNS: TableColumn<CustomerRow>[] = [
  {
    title: "Customer",
    leads: true,
    cell: ({ id, title, email }) => (
      <BlockStack>
        <CustomerLink id={id} name={title} />
        {email && (
          <Text as="span" tone="subdued" variant="bodySm" breakWord>
            {email}
          </Text>
        )}
      </BlockStack>
    ),
  },
  {
    title: "Membership",
    cell: ({ member }) =>
      member ? (
        <BlockStack gap="050" inlineAlign="start">
          <StatusBadge status={member.status} isPastDue={false} />
          <Text as="span" tone="subdued" variant="bodySm">
            {member.plan}
          </Text>
        </BlockStack>
      ) : (
        "–"
      ),
  },
  { title: "Subscriptions", cell: ({ subscriptions }) => subscriptions },
  { title: "Next charge", cell: ({ next }) => next },
  { title: "Credit", atEnd: true, cell: ({ credit }) => credit },
  { title: "Points", atEnd: true, cell: ({ points }) => points },
  { title: "Tier", cell: ({ tier }) => tier },
  { title: "Since", cell: ({ since }) => since },
];
