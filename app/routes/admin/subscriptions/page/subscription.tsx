import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { BlockStack, Card, Page, Text } from "@shopify/polaris";
import { listActivity } from "#app/domain/activity/list-activity.ts";
import { listAttempts } from "#app/domain/billing/attempts/list-attempts.ts";
import { chargedElsewhereUntil } from "#app/domain/billing/charging/charged-elsewhere-until.ts";
import { readBilling } from "#app/domain/billing/charging/read-billing.ts";
import { listOrdersOfSubscription } from "#app/domain/orders/list-orders-of-subscription.ts";
import { findPriceChangeOf } from "#app/domain/price-changes/find-price-changes.ts";
import { readUnpaidCharge } from "#app/domain/subscriptions/charges/read-unpaid-charge.ts";
import { getSubscription } from "#app/domain/subscriptions/get-subscription.ts";
import { Facts } from "#app/ui/facts.tsx";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import { customerUrl, platformCustomerUrl } from "../../customers/customer-link.tsx";
import { formAction } from "../../form-action.ts";
import { addressId } from "../../input/read-id.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNotFound } from "../../or-not-found.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { showActivity } from "../../show-activity.ts";
import { StatusBadge } from "../list/status-badge.tsx";
import { ChangeActions } from "./change-actions.tsx";
import { changeSchema, changeSubscription } from "./change-subscription.ts";
import { OrdersCard } from "./orders-card.tsx";
import {
  describeCharges,
  showAttempt,
  showOrder,
  showSubscriptionPage,
} from "./subscription-view.ts";

const TIMELINE_LINES = 50;
const ATTEMPTS = 12;
const ORDERS = 12;

export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const row = await orNotFound(() => getSubscription(context, addressId(params.subscriptionId)));
  const [billing, { attempts }, timeline, unpaidAt, elsewhereUntil, { orders, total }, change] =
    await Promise.all([
      readBilling(context.db.prisma, { shopId: context.shop.id, id: row.id }),
      listAttempts(context, { subscriptionId: row.id }, { limit: ATTEMPTS, offset: 0 }),
      listActivity(context, { subscriptionId: row.id, limit: TIMELINE_LINES }),
      readUnpaidCharge(context.db.prisma, row),
      chargedElsewhereUntil(context, row),
      listOrdersOfSubscription(context, row.id, ORDERS),
      findPriceChangeOf(context, row.id),
    ]);
  return {
    links: [
      ...(change === null
        ? []
        : [{ content: "Price change", url: `/app/plans/price-changes/${change}` }]),
      ...(row.customerId === null
        ? []
        : [{ content: "Customer page", url: customerUrl(row.customerId) }]),
    ],
    platformUrl:
      row.customer === null ? null : platformCustomerUrl(row.customer.platformCustomerId),
    subscription: showSubscriptionPage(row, billing, attempts, unpaidAt, context, formats),
    attempts: attempts.map((one) => showAttempt(one, context.shop, formats)),
    charges: describeCharges(
      { attempts: attempts.length, orders: total },
      elsewhereUntil,
      context.shop,
      formats,
    ),
    orders: orders.map((one) => showOrder(one, context.shop, formats)),
    allOrders: formats.count(total, "order"),
    timeline: showActivity(context, formats, timeline, "one-subscription"),
  };
}

export const action = formAction(changeSchema, ({ context, params, input }) =>
  changeSubscription(context, addressId(params.subscriptionId), input),
);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function SubscriptionPage() {
  const { links, platformUrl, subscription, attempts, charges, orders, allOrders, timeline } =
    useLoaderData<typeof loader>();
  const { customer, plan, status, isPastDue, facts, lines, reason } = subscription;
  return (
    <Page
      title={customer}
      subtitle={plan}
      backAction={{ content: "Subscriptions", url: "/app/subscriptions" }}
      {...(links.length > 0 && { secondaryActions: links })}
      titleMetadata={<StatusBadge status={status} isPastDue={isPastDue} />}
    >
      <BlockStack gap="400">
        <ChangeActions subscription={subscription} />
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              Details
            </Text>
            {reason !== null && <Text as="p">{reason}</Text>}
            <Facts facts={facts} />
            {platformUrl !== null && (
              <Text as="p">
                <a href={platformUrl} target="_top">
                  Open the customer in the store's admin
                </a>
              </Text>
            )}
          </BlockStack>
        </Card>
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              Products
            </Text>
            <ul className="pn-list">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </BlockStack>
        </Card>
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              Charges
            </Text>
            {charges !== null && (
              <Text as="p" tone="subdued">
                {charges}
              </Text>
            )}
            {attempts.length > 0 && (
              <ResponsiveTable
                inset
                caption="Charges, the latest first"
                rows={attempts}
                rowKey={({ id }) => id}
                columns={[
                  { title: "Date", leads: true, cell: ({ at }) => at },
                  { title: "Amount", atEnd: true, cell: ({ amount }) => amount },
                  { title: "Result", cell: ({ result }) => result },
                ]}
              />
            )}
          </BlockStack>
        </Card>
        <OrdersCard orders={orders} total={allOrders} />
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              Timeline
            </Text>
            {timeline.length === 0 ? (
              <Text as="p" tone="subdued">
                Nothing is recorded for this subscription.
              </Text>
            ) : (
              <Timeline entries={timeline} />
            )}
          </BlockStack>
        </Card>
      </BlockStack>
    </Page>
  );
}
