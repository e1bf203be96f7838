import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BlockStack, Card, Page } from "@shopify/polaris";
import {
  type ChargeToConfirm,
  listChargesToConfirm,
} from "#app/domain/billing/attempts/list-to-confirm.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import type { Formats } from "#app/ui/format.ts";
import { PageLinks } from "#app/ui/page-links.tsx";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import { openAdmin } from "../../open-admin.ts";
import { customerTitle } from "../customer-title.ts";
import { describeRange, PAGE_SIZE, readPage } from "../read-page.ts";
import { SubscriptionCell } from "../subscription-cell.tsx";
import { SubscriptionTabs } from "../subscription-tabs.tsx";

const HERE = "/app/subscriptions/confirmations";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const page = readPage(new URL(request.url).searchParams);
  const place = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const { charges, total } = await listChargesToConfirm(context, place);
  return {
    page,
    total,
    range: describeRange(page, charges.length, total, formats),
    rows: charges.map((one) => showCharge(one, context, formats)),
  };
}

function showCharge(one: ChargeToConfirm, { shop }: Pick<ShopContext, "shop">, formats: Formats) {
  return {
    key: String(one.id),
    id: String(one.subscriptionId),
    customerId: one.customerId === null ? null : String(one.customerId),
    customer: customerTitle(one.customer),
    email: one.customer?.email ?? null,
    plan: one.planName,
    amount: formats.money(Number(one.amountMinor), one.currency),
    since: formats.instant(one.since, shop.ianaTimezone),
  };
}

/** Charges that the bank holds until the customer has confirmed them: neither paid nor failed. */
export default function Confirmations() {
  const { page, total, range, rows } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Waiting for customers"
      subtitle="Charges that go on once the customer has confirmed them at the bank"
    >
      <BlockStack gap="400">
        <SubscriptionTabs />
        {total === 0 ? (
          <EmptyCard title="No charge waits for its customer">
            When a bank wants a payment confirmed (3-D Secure), the customer gets an email with the
            link, and the charge waits here until then.
          </EmptyCard>
        ) : (
          <Card padding="0">
            <ResponsiveTable
              caption="Charges that wait for their customer's confirmation, the oldest first"
              rows={rows}
              rowKey={({ key }) => key}
              rowLinks
              columns={[
                {
                  title: "Customer",
                  leads: true,
                  cell: ({ id, customer, customerId, plan }) => (
                    <SubscriptionCell {...{ id, customer, customerId }} what={plan} />
                  ),
                },
                { title: "Amount", atEnd: true, cell: ({ amount }) => amount },
                { title: "Waits since", cell: ({ since }) => since },
                { title: "Email", cell: ({ email }) => email ?? "–" },
              ]}
            />
          </Card>
        )}
        <PageLinks url={HERE} page={page} pageSize={PAGE_SIZE} total={total} range={range} />
      </BlockStack>
    </Page>
  );
}
