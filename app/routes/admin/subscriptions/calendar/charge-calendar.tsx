import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { BlockStack, Box, Card, Page, Text } from "@shopify/polaris";
import { readChargeCalendar } from "#app/domain/billing/attempts/read-charge-calendar.ts";
import { addDays, startOfDay } from "#app/lib/zoned-time.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import { openAdmin } from "../../open-admin.ts";
import { SubscriptionTabs } from "../subscription-tabs.tsx";

const DAYS = 30;

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const zone = context.shop.ianaTimezone;
  const from = context.clock.now();
  const before = addDays(startOfDay(from, zone), DAYS, zone);
  const days = await readChargeCalendar(context, { from, before });
  return {
    days: days.map(({ day, currency, charges, amountMinor }) => ({
      key: `${day} ${currency}`,
      url: `/app/subscriptions?${new URLSearchParams({ from: day, to: day, sort: "next" })}`,
      day: formats.day(day),
      charges: formats.count(charges, "charge"),
      amount: formats.money(Number(amountMinor), currency),
    })),
  };
}

export default function ChargeCalendar() {
  const { days } = useLoaderData<typeof loader>();
  return (
    <Page title="Calendar" subtitle={`What will be charged in the next ${DAYS} days`}>
      <BlockStack gap="400">
        <SubscriptionTabs />
        {days.length === 0 ? (
          <EmptyCard title="Nothing to charge">
            No active subscription is due in the next {DAYS} days.
          </EmptyCard>
        ) : (
          <>
            <Card padding="0">
              <ResponsiveTable
                caption="Charges by day"
                rows={days}
                rowKey={({ key }) => key}
                columns={[
                  {
                    title: "Day",
                    leads: true,
                    cell: ({ url, day }) => <Link to={url}>{day}</Link>,
                  },
                  { title: "Charges", atEnd: true, cell: ({ charges }) => charges },
                  { title: "Amount", atEnd: true, cell: ({ amount }) => amount },
                ]}
              />
            </Card>
            <Box paddingInline={{ xs: "400", sm: "0" }}>
              <Text as="p" tone="subdued">
                Each subscription counts with its next charge, at today's price. Retries of failed
                payments are not included.
              </Text>
            </Box>
          </>
        )}
      </BlockStack>
    </Page>
  );
}
