import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, Link, useLoaderData } from "@remix-run/react";
import { BlockStack, Button, Card, Page } from "@shopify/polaris";
import { listBulkActions } from "#app/domain/bulk-actions/read-bulk-action.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import { useRefresh } from "#app/ui/use-refresh.ts";
import { formAction } from "../../form-action.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { SubscriptionTabs } from "../subscription-tabs.tsx";
import { answerBulk, bulkSchema } from "./bulk-form.ts";
import { showBulkAction } from "./bulk-view.ts";

const SHOWN = 25;

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const actions = await listBulkActions(context, SHOWN);
  return { actions: actions.map((one) => showBulkAction(one, context, formats)) };
}

export const action = formAction(bulkSchema, ({ context, formats, input }) =>
  answerBulk(context, formats, input),
);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function BulkActions() {
  const { actions } = useLoaderData<typeof loader>();
  useRefresh(actions.some(({ isAtWork }) => isAtWork));
  return (
    <Page title="Bulk actions" subtitle="Changes of many subscriptions, the latest first">
      <BlockStack gap="400">
        <SubscriptionTabs />
        {actions.length === 0 ? (
          <EmptyCard
            title="No bulk action yet"
            action={<Button url="/app/subscriptions">Show subscriptions</Button>}
          >
            Select subscriptions in their list to pause, resume, skip or cancel them together.
          </EmptyCard>
        ) : (
          <Card padding="0">
            <ResponsiveTable
              caption="Bulk actions, the latest first"
              rows={actions}
              rowKey={({ id }) => id}
              columns={[
                {
                  title: "Action",
                  leads: true,
                  cell: ({ id, title }) => (
                    <Link to={`/app/subscriptions/bulk/${id}`}>{title}</Link>
                  ),
                },
                {
                  title: "Result",
                  cell: ({ isAtWork, ended, rows, title, result }) =>
                    isAtWork ? <Progress done={ended} of={rows} what={title} /> : result,
                },
                { title: "By", cell: ({ by }) => by },
                { title: "Started", cell: ({ at }) => at },
              ]}
            />
          </Card>
        )}
      </BlockStack>
    </Page>
  );
}
