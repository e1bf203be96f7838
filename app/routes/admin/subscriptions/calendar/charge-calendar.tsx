import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { BlockStack, Box, Card, Page, Text } from "@shopify/polaris";
import { readChargeCalendar } from "#app/domain/billing/attempts/read-charge-calendar.ts";
import type { ForecastCharge } from "#app/domain/billing/attempts/repeat-charges.ts";
import { addDays, startOfDay } from "#app/lib/zoned-time.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import type { Formats } from "#app/ui/format.ts";
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
    total: describeTotal(days, formats),
    days: days.map(({ day, currency, charges, amountMinor }) => ({
      key: `${day} ${currency}`,
      url: `/app/subscriptions?${new URLSearchParams({ from: day, to: day, sort: "next" })}`,
      day: formats.day(day),
      charges: formats.count(charges, "charge"),
      amount: formats.money(Number(amountMinor), currency),
    })),
  };
}

/** "412 charges, €1,203.00 + $20.00". */
function describeTotal(days: readonly ForecastCharge[], formats: Formats): string {
  const sums = new Map<string, number>();
  for (const { currency, amountMinor } of days) {
    sums.set(currency, (sums.get(currency) ?? 0) + Number(amountMinor));
  }
  const charges = days.reduce((sum, day) => sum + day.charges, 0);
  const amounts = [...sums].map(([currency, minor]) => formats.money(minor, currency));
  return `${formats.count(charges, "charge")}, ${amounts.join(" + ")}`;
}

export default function ChargeCalendar() {
  const { total, days } = useLoaderData<typeof loader>();
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
              <BlockStack gap="200">
                <Text as="p" fontWeight="semibold">{`In total: ${total}`}</Text>
                <Text as="p" tone="subdued">
                  A forecast: each subscription's next charge, and those that follow by its interval
                  at its recurring price of today, without taxes that are added. A paused
                  subscription counts from the end of its pause. Not included: subscriptions with a
                  failed payment, changes of price that are still to come, and new subscriptions. A
                  day leads to the subscriptions whose next charge falls on it.
                </Text>
              </BlockStack>
            </Box>
          </>
        )}
      </BlockStack>
    </Page>
  );
}
