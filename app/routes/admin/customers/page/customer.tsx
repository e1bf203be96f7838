import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { Badge, Banner, BlockStack, Card, InlineStack, Page, Text } from "@shopify/polaris";
import { getCustomer } from "#app/domain/customers/get-customer.ts";
import { formAction } from "../../form-action.ts";
import { addressId } from "../../input/read-id.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNotFound } from "../../or-not-found.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { customerUrl } from "../customer-link.tsx";
import { BalancesCard } from "./balances-card.tsx";
import { changeNotes, noteSchema } from "./change-notes.ts";
import { ContractsCard } from "./contracts-card.tsx";
import { type CustomerHeadView, showHead } from "./customer-view.ts";
import { ChargesCard, EmailsCard, OffersCard, OrdersCard, TimelineCard } from "./history-cards.tsx";
import { CouponsCard, ReceiptsCard, ReferralsCard } from "./loyalty-cards.tsx";
import { NotesCard } from "./notes-card.tsx";
import { readCustomerPage } from "./read-customer-page.ts";
import { readPlace } from "./read-place.ts";

export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats, redirect } = await openAdmin({ request, context: loadContext });
  const customer = await orNotFound(() => getCustomer(context, addressId(params.customerId)));
  // One person by now: old links lead to who stays.
  if (customer.mergedIntoId !== null) throw redirect(customerUrl(customer.mergedIntoId));
  const place = readPlace(new URL(request.url).searchParams);
  return {
    customer: showHead(customer, context.shop, formats),
    ...(await readCustomerPage(context, formats, customer.id, place)),
  };
}

export const action = formAction(noteSchema, ({ context, params, input }) =>
  changeNotes(context, addressId(params.customerId), input),
);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function CustomerPage() {
  const { customer, ...parts } = useLoaderData<typeof loader>();
  const { id, title, isErased } = customer;
  return (
    <Page
      title={title}
      {...(customer.email && { subtitle: customer.email })}
      backAction={{ content: "Customers", url: "/app/customers" }}
      {...(isErased && { titleMetadata: <Badge>Erased</Badge> })}
    >
      <BlockStack gap="400">
        {isErased && (
          <Banner tone="info" title="This customer's data was erased">
            <p>Contracts, charges and amounts stay. They no longer lead to a person.</p>
          </Banner>
        )}
        <HeadCard customer={customer} />
        <ContractsCard key={id} part={parts.contracts} customer={title} />
        <BalancesCard balances={parts.balances} customerId={id} isErased={isErased} />
        <NotesCard key={`notes-${id}`} part={parts.notes} isErased={isErased} />
        <ChargesCard part={parts.charges} />
        <OrdersCard part={parts.orders} />
        <OffersCard part={parts.offers} />
        <CouponsCard part={parts.coupons} />
        <ReferralsCard part={parts.referrals} />
        <ReceiptsCard part={parts.receipts} />
        <EmailsCard part={parts.emails} />
        <TimelineCard part={parts.timeline} />
      </BlockStack>
    </Page>
  );
}

function HeadCard({ customer }: { customer: CustomerHeadView }) {
  const { number, since, tags, platformUrl } = customer;
  return (
    <Card>
      <BlockStack gap="200">
        <InlineStack gap="400" blockAlign="center">
          <Text as="span">{`Customer ${number}`}</Text>
          {since && (
            <Text as="span" tone="subdued">
              {since}
            </Text>
          )}
          <a href={platformUrl} target="_top">
            Open in the store's admin
          </a>
        </InlineStack>
        {tags.length > 0 && (
          <InlineStack gap="100">
            <Text as="span" visuallyHidden>
              Tags:
            </Text>
            {tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </InlineStack>
        )}
      </BlockStack>
    </Card>
  );
}
