import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, Link, useLoaderData } from "@remix-run/react";
import { Badge, BlockStack, Box, Button, Card, InlineStack, Page, Text } from "@shopify/polaris";
import { useState } from "react";
import { z } from "zod";
import {
  listPriceChangeLines,
  type PriceChangeSummary,
  type PriceLineFilter,
  readPriceChange,
} from "#app/domain/price-changes/read-price-change.ts";
import { stopPriceChange } from "#app/domain/price-changes/stop-price-change.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { PageLinks } from "#app/ui/page-links.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { useRefresh } from "#app/ui/use-refresh.ts";
import { formAction } from "../../form-action.ts";
import { addressId } from "../../input/read-id.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNotFound } from "../../or-not-found.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { describeRange, PAGE_SIZE, readPage } from "../../subscriptions/read-page.ts";
import { SubscriptionCell } from "../../subscriptions/subscription-cell.tsx";
import { showPriceChange, showPriceLine } from "./price-change-view.ts";

const SHOWN: readonly { value: string; label: string; filter: PriceLineFilter }[] = [
  { value: "", label: "All", filter: {} },
  { value: "new", label: "New price", filter: { states: ["written", "done"] } },
  { value: "open", label: "Still to come", filter: { states: ["waiting", "told", "writing"] } },
  { value: "kept", label: "Keep their price", filter: { states: ["left", "stopped"] } },
];

/** Where customers are asked. */
const SHOWN_OF_ASKED: typeof SHOWN = [
  ...SHOWN,
  { value: "agreed", label: "Agreed", filter: { answers: ["agreed"] } },
  { value: "asked", label: "No answer yet", filter: { states: ["told"], answers: ["asked"] } },
  { value: "declined", label: "Declined or no answer", filter: { answers: ["declined", "none"] } },
];

/** What had come about before a stop. */
const SHOWN_OF_STOPPED: typeof SHOWN = [
  { value: "", label: "All", filter: {} },
  { value: "told", label: "Told", filter: { isTold: true } },
  { value: "changed", label: "Changed", filter: { hadNewPrice: true } },
];
const SHOWN_OF_STOPPED_QUESTION: typeof SHOWN = [
  ...SHOWN_OF_STOPPED,
  { value: "agreed", label: "Agreed", filter: { answers: ["agreed"] } },
  { value: "declined", label: "Declined", filter: { answers: ["declined"] } },
  {
    value: "asked",
    label: "Had not answered",
    filter: { states: ["told", "stopped"], answers: ["asked"] },
  },
];

function tabsOf({ stoppedAt, silence }: PriceChangeSummary): typeof SHOWN {
  if (silence === "agrees") return stoppedAt ? SHOWN_OF_STOPPED : SHOWN;
  return stoppedAt ? SHOWN_OF_STOPPED_QUESTION : SHOWN_OF_ASKED;
}

export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { searchParams } = new URL(request.url);
  const id = addressId(params.changeId);
  const page = readPage(searchParams);
  const place = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const summary = await orNotFound(() => readPriceChange(context, id));
  const tabs = tabsOf(summary);
  const shown = tabs.find(({ value }) => value === searchParams.get("show"));
  const { lines, total } = await listPriceChangeLines(context, id, shown?.filter ?? {}, place);
  return {
    tabs: tabs.map(({ value, label }) => ({ value, label })),
    isAsking: summary.silence !== "agrees",
    change: showPriceChange(summary, context, formats),
    show: shown?.value ?? "",
    page,
    total,
    range: describeRange(page, lines.length, total, formats),
    lines: lines.map((line) => showPriceLine(line, summary.currency, context, formats)),
  };
}

export const action = formAction(
  z.object({ intent: z.literal("stop") }),
  async ({ context, params }) => {
    await stopPriceChange(context, addressId(params.changeId));
    return { outcome: "stopped" as const };
  },
);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function PriceChangePage() {
  const { change, tabs, isAsking, show, page, total, range, lines } =
    useLoaderData<typeof loader>();
  const [asking, setAsking] = useState(false);
  const form = useFormRequest<{ outcome: "stopped" }>(() => showToast("Price change stopped"));
  useRefresh(change.isAtWork);
  const here = `/app/plans/price-changes/${change.id}`;
  return (
    <Page
      title={change.title}
      subtitle={`For charges from ${change.from} on. ${change.by}, ${change.at}`}
      backAction={{ content: "Price changes", url: "/app/plans/price-changes" }}
      {...(change.canStop && {
        secondaryActions: (
          <Button tone="critical" loading={form.isSending} onClick={() => setAsking(true)}>
            Stop
          </Button>
        ),
      })}
    >
      <BlockStack gap="400">
        <ErrorBanner title="It was not stopped" message={form.error?.message ?? null} />
        <Card>
          <BlockStack gap="300">
            <div role="status">
              {change.isAtWork ? (
                <Progress done={change.ended} of={change.rows} what={change.state} />
              ) : (
                <InlineStack gap="200" blockAlign="center">
                  <Badge tone={change.isStopped ? "attention" : "success"}>{change.state}</Badge>
                </InlineStack>
              )}
            </div>
            <Facts facts={change.facts} />
            {change.waiting && <Text as="p">{change.waiting}</Text>}
          </BlockStack>
        </Card>
        {change.termsNote && (
          <Card>
            <BlockStack gap="200">
              <Text as="h2" variant="headingMd">
                What changes
              </Text>
              <div style={{ whiteSpace: "pre-line" }}>{change.termsNote}</div>
            </BlockStack>
          </Card>
        )}
        <nav className="pn-tabs" aria-label="Subscribers">
          {tabs.map(({ value, label }) => (
            <Link
              key={label}
              to={value ? `${here}?show=${value}` : here}
              aria-current={show === value ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        {lines.length === 0 ? (
          <EmptyCard title="Nobody here">No subscriber of this price change stands so.</EmptyCard>
        ) : (
          <Card padding="0">
            <ResponsiveTable
              caption="Subscribers of this price change"
              rows={lines}
              rowKey={({ id }) => id}
              columns={isAsking ? [...COLUMNS.slice(0, 3), ANSWER, ...COLUMNS.slice(3)] : COLUMNS}
            />
          </Card>
        )}
        <Box>
          <PageLinks
            url={show ? `${here}?show=${show}` : here}
            page={page}
            pageSize={PAGE_SIZE}
            total={total}
            range={range}
          />
        </Box>
      </BlockStack>
      <Dialog
        open={asking}
        title="Stop this price change?"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Go back</Button>
            <Button
              variant="primary"
              tone="critical"
              onClick={() => {
                setAsking(false);
                form.send({ intent: "stop" });
              }}
            >
              Stop it
            </Button>
          </>
        }
      >
        <Text as="p">
          Everybody keeps the price and the terms they have. Those who were told get an email that
          nothing changes. What new subscribers pay by now stays.
        </Text>
      </Dialog>
    </Page>
  );
}

const COLUMNS: TableColumn<ReturnType<typeof showPriceLine>>[] = [
  {
    title: "Customer",
    leads: true,
    cell: ({ id, customer, customerId, contract }) => (
      <SubscriptionCell {...{ id, customer, customerId }} what={`Contract ${contract}`} />
    ),
  },
  { title: "Price", cell: ({ prices }) => prices },
  { title: "Next charge", cell: ({ next }) => next },
  { title: "State", cell: ({ state }) => state },
];

const ANSWER: TableColumn<ReturnType<typeof showPriceLine>> = {
  title: "Answer",
  cell: ({ answer }) => answer,
};
