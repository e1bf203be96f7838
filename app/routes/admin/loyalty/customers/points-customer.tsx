import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, Link, useLoaderData, useParams } from "@remix-run/react";
import { Badge, Banner, BlockStack, Button, Card, InlineStack, Page, Text } from "@shopify/polaris";
import { z } from "zod";
import { adjustPoints } from "#app/domain/loyalty/points/adjust-points.ts";
import { getPointsCustomer } from "#app/domain/loyalty/points/get-points-customer.ts";
import { listPointsHistory } from "#app/domain/loyalty/points/list-points-history.ts";
import { isAppError } from "#app/lib/app-error.ts";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import { formAction } from "../../form-action.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNotFound } from "../../or-not-found.ts";
import { readId } from "../../read-id.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { Figure } from "../figure.tsx";
import { pointsNumber } from "../loyalty-words.ts";
import { AdjustPointsCard } from "./adjust-points-card.tsx";
import { showPointsCustomer, showPointsEntry } from "./points-customer-view.ts";
import { PointsTimelineCard } from "./points-timeline-card.tsx";

const ENTRIES_SHOWN = 25;
const LIST = "/app/loyalty/customers";

export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const olderThan = new URL(request.url).searchParams.get("older_than") ?? "";
  const place = /^[1-9]\d{0,17}$/.test(olderThan) ? BigInt(olderThan) : null;
  const { customer, history } = await orNotFound(async () => {
    const customerId = readId(params.customerId);
    return {
      customer: await getPointsCustomer(context, customerId),
      history: await listPointsHistory(context, customerId, place, ENTRIES_SHOWN),
    };
  });
  return {
    customer: showPointsCustomer(customer, context.shop, formats),
    entries: history.entries.map((entry) => showPointsEntry(entry, context.shop, formats)),
    olderThan: history.olderThan === null ? null : String(history.olderThan),
    isFirstPage: place === null,
  };
}

export const action = formAction(
  z.object({ points: z.string(), reason: z.string(), key: z.uuid() }),
  async ({ context, formats, params, input }) => {
    try {
      const { account, amountMinor } = await adjustPoints(
        context,
        readId(params.customerId),
        input,
      );
      return {
        outcome: "adjusted" as const,
        key: input.key,
        before: pointsNumber(account.availableMinor - amountMinor, formats),
        after: pointsNumber(account.availableMinor, formats),
      };
    } catch (error) {
      if (isAppError(error) && error.code === "idempotency_conflict") {
        return { outcome: "sent_before" as const, key: input.key };
      }
      throw error;
    }
  },
);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function PointsCustomer() {
  const { customer, entries, olderThan, isFirstPage } = useLoaderData<typeof loader>();
  const { customerId } = useParams();
  return (
    <Page
      title={customer.title}
      subtitle={customer.contact}
      backAction={{ content: "Customers' points", url: LIST }}
      {...(customer.isErased && { titleMetadata: <Badge>Erased</Badge> })}
    >
      <BlockStack gap="400">
        {customer.isErased && (
          <Banner tone="info" title="This customer's data was erased">
            <p>Points stay, so that the ledger still balances. Nothing can be adjusted.</p>
          </Banner>
        )}
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              Points
            </Text>
            <div className="pn-figures">
              <Figure name="Available" value={customer.available} note="can be spent" />
              <Figure
                name="Pending"
                value={customer.pending}
                note="until return windows are over"
              />
              <Figure name="Owed" value={customer.owed} note="taken from what is earned next" />
              <Figure
                name="Total given"
                value={customer.given}
                note={`${customer.used} redeemed`}
              />
            </div>
            <InlineStack gap="400" blockAlign="center">
              <Text as="span" tone="subdued">
                {customer.nextExpiry}
              </Text>
              {customer.couponsUrl && (
                <Button variant="plain" url={customer.couponsUrl}>
                  Coupons
                </Button>
              )}
              <Button variant="plain" url={`/app/store-credit/customers/${customerId}`}>
                Store credit
              </Button>
            </InlineStack>
          </BlockStack>
        </Card>
        {!customer.isErased && <AdjustPointsCard key={customerId} customer={customer} />}
        {customer.progress.length > 0 && (
          <Card padding="0">
            <ResponsiveTable
              caption="Rules that this customer is on the way with"
              rows={customer.progress}
              rowKey={({ id }) => id}
              columns={[
                {
                  title: "Rule",
                  leads: true,
                  cell: ({ id, name }) => <Link to={`/app/loyalty/rules/${id}`}>{name}</Link>,
                },
                { title: "Type", cell: ({ type }) => type },
                { title: "Progress", atEnd: true, cell: ({ progress }) => progress },
              ]}
            />
          </Card>
        )}
        <PointsTimelineCard entries={entries} isFirstPage={isFirstPage} />
        {(olderThan !== null || !isFirstPage) && (
          <nav aria-label="Pages of the timeline">
            <InlineStack align="center" gap="200">
              {!isFirstPage && <Button url={`${LIST}/${customerId}`}>Newest</Button>}
              {olderThan !== null && (
                <Button url={`${LIST}/${customerId}?older_than=${olderThan}`}>Older</Button>
              )}
            </InlineStack>
          </nav>
        )}
      </BlockStack>
    </Page>
  );
}
