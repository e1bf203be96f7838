import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, Link, useLoaderData } from "@remix-run/react";
import { Badge, BlockStack, Box, Button, Card, InlineStack, Page, Text } from "@shopify/polaris";
import { z } from "zod";
import { listOutcomes, readBulkAction } from "#app/domain/bulk-actions/read-bulk-action.ts";
import { stopBulkAction } from "#app/domain/bulk-actions/stop-bulk-action.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { PageLinks } from "#app/ui/page-links.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { useRefresh } from "#app/ui/use-refresh.ts";
import { formAction } from "../../form-action.ts";
import { addressId } from "../../input/read-id.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNotFound } from "../../or-not-found.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { describeRange, PAGE_SIZE, readPage } from "../read-page.ts";
import { SubscriptionCell } from "../subscription-cell.tsx";
import { showBulkAction, showOutcome } from "./bulk-view.ts";

const STATES = ["refused", "done", "waiting"] as const;

export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { searchParams } = new URL(request.url);
  const id = addressId(params.bulkActionId);
  const state = STATES.find((known) => known === searchParams.get("state")) ?? null;
  const page = readPage(searchParams);
  const place = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const [summary, { outcomes, total }] = await orNotFound(() =>
    Promise.all([readBulkAction(context, id), listOutcomes(context, id, state, place)]),
  );
  return {
    action: showBulkAction(summary, context, formats),
    state: state ?? "",
    page,
    total,
    range: describeRange(page, outcomes.length, total, formats),
    outcomes: outcomes.map(showOutcome),
  };
}

export const action = formAction(
  z.object({ intent: z.literal("stop") }),
  async ({ context, params }) => {
    await stopBulkAction(context, addressId(params.bulkActionId));
    return { outcome: "stopped" as const };
  },
);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

const SHOWN = [
  { value: "", label: "All" },
  { value: "refused", label: "Not done" },
  { value: "done", label: "Done" },
] as const;

export default function BulkActionPage() {
  const { action: bulk, state, page, total, range, outcomes } = useLoaderData<typeof loader>();
  const form = useFormRequest<{ outcome: "stopped" }>(() => {});
  useRefresh(bulk.isAtWork);
  const here = `/app/subscriptions/bulk/${bulk.id}`;
  return (
    <Page
      title={bulk.title}
      subtitle={`${bulk.by}, ${bulk.at}`}
      backAction={{ content: "Bulk actions", url: "/app/subscriptions/bulk" }}
    >
      <BlockStack gap="400">
        <ErrorBanner title="It was not stopped" message={form.error?.message ?? null} />
        <Card>
          <div className="pn-bulk-progress">
            <div role="status">
              {bulk.isAtWork ? (
                <Progress done={bulk.ended} of={bulk.rows} what={bulk.title} />
              ) : (
                <InlineStack gap="200" blockAlign="center">
                  <Badge tone="success">Finished</Badge>
                  <Text as="span">{bulk.result}</Text>
                </InlineStack>
              )}
            </div>
            {bulk.isAtWork && (
              <Button
                tone="critical"
                loading={form.isSending}
                onClick={() => form.send({ intent: "stop" })}
              >
                Stop
              </Button>
            )}
          </div>
        </Card>
        <nav className="pn-tabs" aria-label="Results">
          {SHOWN.map(({ value, label }) => (
            <Link
              key={label}
              to={value ? `${here}?state=${value}` : here}
              aria-current={state === value ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        {outcomes.length === 0 ? (
          <EmptyCard title="Nothing here">No subscription of this action ended so.</EmptyCard>
        ) : (
          <Card padding="0">
            <ResponsiveTable
              caption="Subscriptions of this action"
              rows={outcomes}
              rowKey={({ id }) => id}
              columns={COLUMNS}
            />
          </Card>
        )}
        <Box>
          <PageLinks url={here} page={page} pageSize={PAGE_SIZE} total={total} range={range} />
        </Box>
      </BlockStack>
    </Page>
  );
}

const COLUMNS: TableColumn<ReturnType<typeof showOutcome>>[] = [
  {
    title: "Customer",
    leads: true,
    cell: ({ id, customer, customerId, contract }) => (
      <SubscriptionCell {...{ id, customer, customerId }} what={`Contract ${contract}`} />
    ),
  },
  { title: "Plan", cell: ({ plan }) => plan },
  { title: "Result", cell: ({ result }) => result },
];
