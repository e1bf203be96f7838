import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BlockStack, Button, Card, Page } from "@shopify/polaris";
import type { ShopContext } from "#app/domain/context.ts";
import { listPlanGroups } from "#app/domain/plans/managed-plan-group.ts";
import { nextChargeDate } from "#app/domain/subscriptions/charges/next-charge-date.ts";
import {
  listSubscriptionsForMerchant,
  type MerchantSubscription,
} from "#app/domain/subscriptions/lists/list-for-merchant.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import type { Formats } from "#app/ui/format.ts";
import { type ListFilter, ListFilters } from "#app/ui/index-list/list-filters.tsx";
import { type ListQuery, listAddress } from "#app/ui/index-list/use-list-address.ts";
import { useRowSelection } from "#app/ui/index-list/use-row-selection.ts";
import { PageLinks } from "#app/ui/page-links.tsx";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { openAdmin } from "../../open-admin.ts";
import { planOptions } from "../../plans/plan-options.ts";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { customerTitle } from "../customer-title.ts";
import { describeOpenCharge } from "../next-charge-words.ts";
import { describeRange, PAGE_SIZE, readPage } from "../read-page.ts";
import { SubscriptionCell } from "../subscription-cell.tsx";
import { SubscriptionTabs } from "../subscription-tabs.tsx";
import { showSavedViews } from "../views/show-saved-views.ts";
import { StatusBadge } from "./status-badge.tsx";
import { readSubscriptionQuery, toMerchantFilters } from "./subscription-query.ts";

const HERE = "/app/subscriptions";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { searchParams } = new URL(request.url);
  const query = readSubscriptionQuery(searchParams);
  const page = readPage(searchParams);
  const place = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const filters = toMerchantFilters(query, context.shop.ianaTimezone);
  const [{ subscriptions, total }, groups, views] = await Promise.all([
    listSubscriptionsForMerchant(context, filters, query.sort || "created", place),
    listPlanGroups(context),
    showSavedViews(context, "subscriptions"),
  ]);
  return {
    query,
    page,
    total,
    views,
    view: searchParams.get("view") ?? "",
    range: describeRange(page, subscriptions.length, total, formats),
    plans: planOptions(groups),
    rows: subscriptions.map((one) => showSubscription(one, context, formats)),
  };
}

type SubscriptionRow = ReturnType<typeof showSubscription>;

function showSubscription(
  one: MerchantSubscription,
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  formats: Formats,
) {
  const day = (instant: Date) => formats.day(formatDate(instant, shop.ianaTimezone));
  return {
    id: String(one.id),
    customerId: one.customerId === null ? null : String(one.customerId),
    customer: customerTitle(one.customer),
    contract: String(one.platformContractId),
    plan: one.planName,
    status: one.status,
    isPastDue: one.open?.isPastDue ?? false,
    amount: formats.money(Number(one.amountMinor), one.currency),
    next: describeNext(one, clock.now(), day),
    created: day(one.platformCreatedAt),
  };
}

function describeNext(
  subscription: MerchantSubscription,
  now: Date,
  day: (instant: Date) => string,
): string {
  const { status, open } = subscription;
  const chargedAt = status === "cancelled" ? null : nextChargeDate(subscription);
  if (chargedAt === null) return "–";
  if (open && status === "active") return describeOpenCharge(open, now, day);
  return chargedAt > now ? day(chargedAt) : "Due now";
}

export default function Subscriptions() {
  const { query, page, total, views, view, range, plans, rows } = useLoaderData<typeof loader>();
  const { sort, ...narrowed } = query;
  const isFiltered = Object.values(narrowed).some((value) => value !== "");
  const isFirstUse =
    rows.length === 0 && !isFiltered && sort === "" && page === 1 && views.length === 0;
  const asked: ListQuery = { ...query };
  const place = JSON.stringify([asked, page]);
  const selection = useRowSelection(
    rows.map(({ id }) => id),
    place,
  );
  return (
    <Page title="Subscriptions" subtitle="Who is charged for what, and when">
      <BlockStack gap="400">
        <SubscriptionTabs />
        {isFirstUse ? (
          <EmptyCard title="No subscriptions yet">
            A subscription appears here as soon as a shopper has bought one of your plans.
          </EmptyCard>
        ) : (
          <Card padding="0">
            <ListFilters
              url={HERE}
              list="subscriptions"
              views={views}
              viewsAction="/app/saved-views"
              query={asked}
              filters={filtersOf(plans)}
              searchPlaceholder="Name, email, contract number or API id"
              sortOptions={SORT_OPTIONS}
              sort={{
                selected: POLARIS_SORTS[sort] ?? "",
                toQuery: (selected) =>
                  SORTS.find((known) => POLARIS_SORTS[known] === selected) ?? "",
              }}
            />
            {rows.length > 0 && (
              <>
                <BulkBar
                  list="subscriptions"
                  kinds={["pause", "resume", "skip", "retry", "cancel"]}
                  query={asked}
                  {...{ selection, total }}
                  rows={rows.length}
                />
                <ResponsiveTable
                  caption="Subscriptions"
                  rows={rows}
                  rowKey={({ id }) => id}
                  rowLinks
                  selection={{
                    ...selection,
                    nameOf: ({ customer, contract }) => `${customer}, contract ${contract}`,
                  }}
                  columns={columnsOf({ ...asked, view })}
                />
              </>
            )}
          </Card>
        )}
        {rows.length === 0 && !isFirstUse && (
          <EmptyCard title="No subscription matches" action={<Button url={HERE}>Show all</Button>}>
            Try fewer words, another spelling, the contract's number, or the API id, for example
            sub_12.
          </EmptyCard>
        )}
        <PageLinks url={HERE} page={page} pageSize={PAGE_SIZE} total={total} range={range} />
      </BlockStack>
    </Page>
  );
}

const SORTS = ["", "created-asc", "next", "next-desc"] as const;

/** Polaris' names of the orders. */
const POLARIS_SORTS: Readonly<Record<string, string>> = {
  "": "created desc",
  "created-asc": "created asc",
  next: "next asc",
  "next-desc": "next desc",
};

const SORT_OPTIONS = [
  { label: "Created", value: "created asc" as const, directionLabel: "Oldest first" },
  { label: "Created", value: "created desc" as const, directionLabel: "Newest first" },
  { label: "Next charge", value: "next asc" as const, directionLabel: "Soonest first" },
  { label: "Next charge", value: "next desc" as const, directionLabel: "Latest first" },
];

function filtersOf(plans: readonly { label: string; value: string }[]): ListFilter[] {
  return [
    {
      name: "status",
      label: "Status",
      options: [
        { label: "Active", value: "active" },
        { label: "Paused", value: "paused" },
        { label: "Canceled", value: "cancelled" },
      ],
    },
    { name: "plan", label: "Plan", options: plans },
    {
      name: "kind",
      label: "Kind",
      options: [
        { label: "Membership", value: "membership" },
        { label: "Product subscription", value: "product" },
      ],
    },
    { name: "from", label: "Next charge from" },
    { name: "to", label: "Next charge to" },
  ];
}

/** Where a column's head leads: to its order, and then to the other way around. */
function sortOf(
  query: ListQuery,
  up: string,
  down: string,
): NonNullable<TableColumn<never>["sort"]> {
  const now = query.sort ?? "";
  const order = now === up ? "ascending" : now === down ? "descending" : null;
  // The newest is first at first, and so is the charge that is next.
  const first = down === "" ? down : up;
  const next = order === null ? first : order === "ascending" ? down : up;
  return { url: listAddress(HERE, { ...query, sort: next }), order };
}

function columnsOf(query: ListQuery): TableColumn<SubscriptionRow>[] {
  return [
    {
      title: "Customer",
      leads: true,
      cell: ({ id, customer, customerId, contract }) => (
        <SubscriptionCell {...{ id, customer, customerId }} what={`Contract ${contract}`} />
      ),
    },
    { title: "Plan", cell: ({ plan }) => plan },
    {
      title: "Status",
      cell: ({ status, isPastDue }) => <StatusBadge status={status} isPastDue={isPastDue} />,
    },
    { title: "Amount", atEnd: true, cell: ({ amount }) => amount },
    { title: "Next charge", cell: ({ next }) => next, sort: sortOf(query, "next", "next-desc") },
    { title: "Created", cell: ({ created }) => created, sort: sortOf(query, "created-asc", "") },
  ];
}
