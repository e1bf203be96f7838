import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import {
  BlockStack,
  Button,
  ButtonGroup,
  Card,
  InlineStack,
  Page,
  TextField,
} from "@shopify/polaris";
import { useEffect, useState } from "react";
import {
  listPointsCustomers,
  type PointsCustomer,
} from "#app/domain/loyalty/points/list-points-customers.ts";
import { shortened, storableText } from "#app/lib/storable-text.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import type { Formats } from "#app/ui/format.ts";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { openAdmin } from "../../open-admin.ts";
import { customerTitle } from "../../store-credit/credit-words.ts";
import { readPage } from "../../subscriptions/read-page.ts";
import { LoyaltyTabs } from "../loyalty-tabs.tsx";
import { pointsNumber } from "../loyalty-words.ts";

const PAGE_SIZE = 25;
const HERE = "/app/loyalty/customers";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { searchParams } = new URL(request.url);
  const search = shortened(storableText(searchParams.get("search") ?? ""), 100);
  const page = readPage(searchParams);
  const { customers, hasMore } = await listPointsCustomers(context, search, page, PAGE_SIZE);
  return { search, page, hasMore, customers: customers.map((one) => showCustomer(one, formats)) };
}

type CustomerRow = ReturnType<typeof showCustomer>;

function showCustomer(customer: PointsCustomer, formats: Formats) {
  const { available, pending, owed } = customer;
  return {
    id: String(customer.id),
    title: customerTitle(customer),
    email: customer.email ?? "–",
    available: available === null ? "–" : pointsNumber(available, formats),
    pending: pending ? pointsNumber(pending, formats) : "–",
    owed: owed ? pointsNumber(owed, formats) : "–",
  };
}

export default function PointsCustomers() {
  const { search, page, hasMore, customers } = useLoaderData<typeof loader>();
  const isFirstUse = customers.length === 0 && search === "" && page === 1;
  const urlOf = (other: number) =>
    `${HERE}?${new URLSearchParams({ ...(search && { search }), ...(other > 1 && { page: String(other) }) })}`;
  return (
    <Page
      title="Customers' points"
      subtitle="Search any customer; without a search, those who have had points"
    >
      <BlockStack gap="400">
        <LoyaltyTabs />
        <SearchForm search={search} />
        {customers.length > 0 && (
          <Card padding="0">
            <ResponsiveTable
              caption={
                search
                  ? "Customers and their points, those with most first"
                  : "Customers and their points, the newest customers first"
              }
              rows={customers}
              rowKey={({ id }) => id}
              columns={COLUMNS}
            />
          </Card>
        )}
        {isFirstUse && (
          <EmptyCard title="No customer has points yet">
            Points appear here as soon as a rule gives some. Search for a customer to give them some
            yourself.
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
        {(page > 1 || hasMore) && (
          <nav aria-label="Pages">
            <InlineStack align="center">
              <ButtonGroup>
                {page > 1 && <Button url={urlOf(page - 1)}>Previous</Button>}
                {hasMore && <Button url={urlOf(page + 1)}>Next</Button>}
              </ButtonGroup>
            </InlineStack>
          </nav>
        )}
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
  { title: "Email", cell: ({ email }) => email },
  { title: "Points", cell: ({ available }) => available, atEnd: true },
  { title: "Pending", cell: ({ pending }) => pending, atEnd: true },
  { title: "Owed", cell: ({ owed }) => owed, atEnd: true },
];

function SearchForm({ search }: { search: string }) {
  const [typed, setTyped] = useState(search);
  // The address also changes by its own: back, forward, and a link that clears the search.
  useEffect(() => setTyped(search), [search]);
  return (
    <Card>
      <Form method="get" role="search" aria-label="Search customers">
        <div className="pn-filters">
          <TextField
            label="Customer"
            name="search"
            placeholder="Name, email or number"
            autoComplete="off"
            value={typed}
            onChange={setTyped}
          />
          <ButtonGroup>
            <Button submit>Search</Button>
            {search !== "" && <Button url={HERE}>Clear</Button>}
          </ButtonGroup>
        </div>
      </Form>
    </Card>
  );
}
