import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData, useParams } from "@remix-run/react";
import { Badge, Banner, BlockStack, Button, Card, InlineStack, Page, Text } from "@shopify/polaris";
import { z } from "zod";
import { adjustCreditAsMerchant } from "#app/domain/store-credit/adjustments/adjust-credit.ts";
import { getCreditCustomer } from "#app/domain/store-credit/customers/get-credit-customer.ts";
import { listCreditHistoryForMerchant } from "#app/domain/store-credit/customers/list-credit-history-for-merchant.ts";
import { setRenewalChoice } from "#app/domain/store-credit/renewals/renewal-choice.ts";
import { isAppError } from "#app/lib/app-error.ts";
import { customerUrl } from "../../customers/customer-link.tsx";
import { formAction } from "../../form-action.ts";
import { readAmount } from "../../input/read-amount.ts";
import { addressId } from "../../input/read-id.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNotFound } from "../../or-not-found.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { AdjustCard } from "./adjust-card.tsx";
import { showCreditCustomer, showCreditEntry } from "./credit-customer-view.ts";
import { CreditTimelineCard } from "./credit-timeline-card.tsx";
import { GrantsCard } from "./grants-card.tsx";
import { RenewalsCard } from "./renewals-card.tsx";

const ENTRIES_SHOWN = 25;

export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const olderThan = new URL(request.url).searchParams.get("older_than") ?? "";
  const place = /^[1-9]\d{0,17}$/.test(olderThan) ? BigInt(olderThan) : null;
  const { customer, timeline } = await orNotFound(async () => {
    const customerId = addressId(params.customerId);
    const [found, entries] = await Promise.all([
      getCreditCustomer(context, customerId),
      listCreditHistoryForMerchant(context, customerId, place, ENTRIES_SHOWN),
    ]);
    return { customer: found, timeline: entries };
  });
  return {
    customer: showCreditCustomer(customer, context.shop, formats),
    entries: timeline.entries.map((entry) => showCreditEntry(entry, context.shop, formats)),
    olderThan: timeline.olderThan === null ? null : String(timeline.olderThan),
    isFirstPage: place === null,
  };
}

const submissionSchema = z.union([
  z.object({
    amount: z.string(),
    type: z.string(),
    reason: z.string(),
    key: z.uuid(),
  }),
  z.object({ paysRenewals: z.boolean() }),
]);

export const action = formAction(submissionSchema, async ({ context, formats, params, input }) => {
  if ("paysRenewals" in input) {
    await setRenewalChoice(context, addressId(params.customerId), input.paysRenewals);
    return { outcome: "renewals_saved" as const };
  }
  try {
    const { currency } = context.shop;
    const amount = readAmount("amount", input.amount, formats.locale, currency);
    const posting = await adjustCreditAsMerchant(context, addressId(params.customerId), {
      ...input,
      amount,
    });
    return {
      outcome: "adjusted" as const,
      key: input.key,
      before: formats.money(posting.account.availableMinor - posting.amountMinor, currency),
      after: formats.money(posting.account.availableMinor, currency),
    };
  } catch (error) {
    if (isAppError(error) && error.code === "idempotency_conflict") {
      return { outcome: "sent_before" as const, key: input.key };
    }
    throw error;
  }
});

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function CreditCustomer() {
  const { customer, entries, olderThan, isFirstPage } = useLoaderData<typeof loader>();
  const { customerId } = useParams();
  return (
    <Page
      title={customer.title}
      subtitle={customer.contact}
      backAction={{ content: "Customers' credit", url: "/app/store-credit/customers" }}
      secondaryActions={[{ content: "Customer page", url: customerUrl(customerId ?? "") }]}
      {...(customer.isErased && { titleMetadata: <Badge>Erased</Badge> })}
    >
      <BlockStack gap="400">
        {customer.isErased && (
          <Banner tone="info" title="This customer's data was erased">
            <p>
              Amounts and types stay, so that the ledger still balances. Nothing can be adjusted.
            </p>
          </Banner>
        )}
        <Card>
          <div className="pn-figures">
            <Figure name="Available" value={customer.available} note="can be spent" />
            <Figure name="Held" value={customer.held} note="reserved by a checkout" />
            <Figure name="Next to expire" value={customer.nextExpiry} note="" small />
            <Figure
              name="Total given"
              value={customer.issued}
              note={`${customer.used} used`}
              small
            />
          </div>
        </Card>
        {!customer.isErased && <AdjustCard key={customerId} customer={customer} />}
        {!customer.isErased && <RenewalsCard paysRenewals={customer.paysRenewals} />}
        <GrantsCard grants={customer.grants} hasMore={customer.hasMoreGrants} />
        <CreditTimelineCard entries={entries} isFirstPage={isFirstPage} />
        {(olderThan !== null || !isFirstPage) && (
          <nav aria-label="Pages of the timeline">
            <InlineStack align="center" gap="200">
              {!isFirstPage && (
                <Button url={`/app/store-credit/customers/${customerId}`}>Newest</Button>
              )}
              {olderThan !== null && (
                <Button url={`/app/store-credit/customers/${customerId}?older_than=${olderThan}`}>
                  Older
                </Button>
              )}
            </InlineStack>
          </nav>
        )}
      </BlockStack>
    </Page>
  );
}

function Figure({
  name,
  value,
  note,
  small = false,
}: {
  name: string;
  value: string;
  note: string;
  small?: boolean;
}) {
  return (
    <BlockStack gap="050">
      <Text as="h2" variant="bodySm" tone="subdued">
        {name}
      </Text>
      <Text as="p" variant={small ? "headingMd" : "headingXl"}>
        {value}
      </Text>
      <Text as="p" variant="bodySm" tone="subdued">
        {note}
      </Text>
    </BlockStack>
  );
}
