import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import {
  BlockStack,
  Button,
  ButtonGroup,
  Card,
  InlineStack,
  Page,
  Select,
  TextField,
} from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { Shop } from "#app/domain/shops/shop.ts";
import {
  type CreditCustomer,
  listCreditCustomers,
} from "#app/domain/store-credit/customers/list-credit-customers.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import type { Formats } from "#app/ui/format.ts";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { openAdmin } from "../../open-admin.ts";
import { CreditTabs } from "../credit-tabs.tsx";
import { customerTitle } from "../credit-words.ts";
import { type CreditCustomerQuery, readCreditCustomerQuery } from "./credit-customer-query.ts";

const PAGE_SIZE = 25;
const HERE = "/app/store-credit/customers";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const query = readCreditCustomerQuery(new URL(request.url).searchParams);
  const { customers, hasMore } = await listCreditCustomers(
    context,
    { search: query.search, ...(query.holding && { holding: query.holding }) },
    query.page,
    PAGE_SIZE,
  );
  return {
    query,
    hasMore,
    customers: customers.map((one) => showCustomer(one, context.shop, formats)),
  };
}

interface CustomerRow {
  id: string;
  title: string;
  email: string;
  number: string;
  available: string;
  held: string;
  nextExpiry: string;
}

function showCustomer(
  customer: CreditCustomer,
  { currency, ianaTimezone }: Pick<Shop, "currency" | "ianaTimezone">,
  formats: Formats,
): CustomerRow {
  const { availableMinor, heldMinor, nextExpiry } = customer;
  const money = (minor: number | null) => (minor === null ? "–" : formats.money(minor, currency));
  return {
    id: String(customer.id),
    title: customerTitle(customer),
    email: customer.email ?? "–",
    number: String(customer.platformCustomerId),
    available: money(availableMinor),
    held: heldMinor ? money(heldMinor) : "–",
    nextExpiry: nextExpiry
      ? `${formats.money(nextExpiry.amountMinor, currency)} on ${formats.day(formatDate(nextExpiry.expiresAt, ianaTimezone))}`
      : "–",
  };
}

export default function CreditCustomers() {
  const { query, customers, hasMore } = useLoaderData<typeof loader>();
  const isFiltered = query.search !== "" || query.holding !== "";
  const isFirstUse = customers.length === 0 && !isFiltered && query.page === 1;
  return (
    <Page
      title="Customers' credit"
      subtitle="Search any customer; without a search, those who have had credit"
    >
      <BlockStack gap="400">
        <CreditTabs />
        <SearchForm query={query} />
        {customers.length > 0 && (
          <Card padding="0">
            <ResponsiveTable
              caption="Customers and their credit, those with most first"
              rows={customers}
              rowKey={({ id }) => id}
              columns={COLUMNS}
            />
          </Card>
        )}
        {isFirstUse && (
          <EmptyCard title="No customer has had store credit yet">
            Search for a customer to give them some, or give it to all members of a plan.
          </EmptyCard>
        )}
        {customers.length === 0 && !isFirstUse && (
          <EmptyCard
            title="No customer matches"
            action={<Button url={HERE}>Clear the search</Button>}
          >
            Try fewer words, another spelling, or the customer's number.
          </EmptyCard>
        )}
        <Pages query={query} hasMore={hasMore} />
      </BlockStack>
    </Page>
  );
}

const COLUMNS: TableColumn<CustomerRow>[] = [
  {
    title: "Customer",
    leads: true,
    cell: ({ id, title }) => <Link to={`${HERE}/${id}`}>{title}</Link>,
  },
  { title: "E-mail", cell: ({ email }) => email },
  { title: "Number", cell: ({ number }) => number },
  { title: "Available", cell: ({ available }) => available, atEnd: true },
  { title: "Held", cell: ({ held }) => held, atEnd: true },
  { title: "Next to expire", cell: ({ nextExpiry }) => nextExpiry, atEnd: true },
];

const HOLDING_OPTIONS = [
  { value: "", label: "Any" },
  { value: "credit", label: "With credit" },
  { value: "held", label: "With credit held by a checkout" },
  { value: "expiring", label: "Expiring within 30 days" },
];

function SearchForm({ query }: { query: CreditCustomerQuery }) {
  const [fields, setFields] = useState({ search: query.search, holding: query.holding as string });
  // The address also changes by its own: back, forward, and a link that clears the search.
  useEffect(() => {
    setFields({ search: query.search, holding: query.holding });
  }, [query.search, query.holding]);
  const isFiltered = query.search !== "" || query.holding !== "";
  return (
    <Card>
      <Form method="get" role="search" aria-label="Search customers">
        <div className="pn-filters">
          <TextField
            label="Customer"
            name="search"
            placeholder="Name, e-mail or number"
            autoComplete="off"
            value={fields.search}
            onChange={(search) => setFields({ ...fields, search })}
          />
          <Select
            label="Credit"
            name="holding"
            options={HOLDING_OPTIONS}
            value={fields.holding}
            onChange={(holding) => setFields({ ...fields, holding })}
          />
          <ButtonGroup>
            <Button submit>Search</Button>
            {isFiltered && <Button url={HERE}>Clear</Button>}
          </ButtonGroup>
        </div>
      </Form>
    </Card>
  );
}

function Pages({ query, hasMore }: { query: CreditCustomerQuery; hasMore: boolean }) {
  if (query.page === 1 && !hasMore) return null;
  const urlOf = (page: number) => {
    const { search, holding } = query;
    const params = new URLSearchParams({
      ...(search && { search }),
      ...(holding && { holding }),
      ...(page > 1 && { page: String(page) }),
    });
    return `${HERE}?${params}`;
  };
  return (
    <nav aria-label="Pages">
      <InlineStack align="center">
        <ButtonGroup>
          {query.page > 1 && <Button url={urlOf(query.page - 1)}>Previous</Button>}
          {hasMore && <Button url={urlOf(query.page + 1)}>Next</Button>}
        </ButtonGroup>
      </InlineStack>
    </nav>
  );
}
