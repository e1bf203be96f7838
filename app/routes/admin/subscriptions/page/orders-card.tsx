import { BlockStack, Card, Text } from "@shopify/polaris";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import type { showOrder } from "./subscription-view.ts";

/** The orders of a subscription, whoever charged them, with the way to each in the store's admin. */
export function OrdersCard({
  orders,
  total,
}: {
  orders: readonly ReturnType<typeof showOrder>[];
  /** "31 orders". */
  total: string;
}) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Orders
        </Text>
        {orders.length === 0 ? (
          <Text as="p" tone="subdued">
            No order of this subscription is known.
          </Text>
        ) : (
          <>
            <ResponsiveTable
              inset
              caption="Orders, the latest first"
              rows={orders}
              rowKey={({ id }) => id}
              columns={[
                {
                  title: "Order",
                  leads: true,
                  cell: ({ url, name }) => (
                    <a href={url} target="_top">
                      {name}
                    </a>
                  ),
                },
                { title: "Date", cell: ({ at }) => at },
                { title: "Total", atEnd: true, cell: ({ amount }) => amount },
                { title: "Kind", cell: ({ kind }) => kind },
              ]}
            />
            <Text as="p" tone="subdued">
              {total} in all.
            </Text>
          </>
        )}
      </BlockStack>
    </Card>
  );
}
