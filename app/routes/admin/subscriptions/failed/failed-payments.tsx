import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { BlockStack, Button, ButtonGroup, Card, Page, Text } from "@shopify/polaris";
import { useState } from "react";
import { z } from "zod";
import { skipPastDue } from "#app/domain/billing/changes/skip-past-due.ts";
import { listPastDue, type PastDue } from "#app/domain/billing/past-due/list-past-due.ts";
import { readRecoveredRevenue } from "#app/domain/billing/past-due/read-recovered.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { listPlanGroups } from "#app/domain/plans/managed-plan-group.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import type { Formats } from "#app/ui/format.ts";
import { type ListFilter, ListFilters } from "#app/ui/index-list/list-filters.tsx";
import { type ListQuery, listAddress } from "#app/ui/index-list/use-list-address.ts";
import { useRowSelection } from "#app/ui/index-list/use-row-selection.ts";
import { PageLinks } from "#app/ui/page-links.tsx";
import { Question } from "#app/ui/question.tsx";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { useRefresh } from "#app/ui/use-refresh.ts";
import { formAction } from "../../form-action.ts";
import { readId } from "../../input/read-id.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { planOptions } from "../../plans/plan-options.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { customerTitle } from "../customer-title.ts";
import { describeRange, PAGE_SIZE, readPage } from "../read-page.ts";
import { SubscriptionCell } from "../subscription-cell.tsx";
import { SubscriptionTabs } from "../subscription-tabs.tsx";
import { showSavedViews } from "../views/show-saved-views.ts";
import { type ChargeAnswer, chargeNow } from "./charge-answer.ts";
import { ChargeQuestion } from "./charge-question.tsx";
import { CHARGE_WORDS } from "./charge-words.ts";
import { readFailedQuery, toPastDueFilters } from "./failed-query.ts";
import { describeRecovered, RecoveredCard, recentDays } from "./recovered-card.tsx";
import { DECLINE_OPTIONS, describeStep, RUNNING_WORDS, STEP_OPTIONS } from "./step-words.ts";

const HERE = "/app/subscriptions/failed";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { searchParams } = new URL(request.url);
  const query = readFailedQuery(searchParams);
  const page = readPage(searchParams);
  const place = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const filters = toPastDueFilters(query, context.shop.ianaTimezone);
  const [{ pastDue, total }, recovered, groups, views] = await Promise.all([
    listPastDue(context, filters, query.sort || "failed", place),
    readRecoveredRevenue(context, recentDays(context)),
    listPlanGroups(context),
    showSavedViews(context, "failed_payments"),
  ]);
  return {
    query,
    page,
    total,
    views,
    view: searchParams.get("view") ?? "",
    range: describeRange(page, pastDue.length, total, formats),
    plans: planOptions(groups),
    recovered: recovered.map((one) => describeRecovered(one, formats)),
    rows: pastDue.map((one) => showPastDue(one, context, formats)),
  };
}

const submissionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("charge"), attemptId: z.string() }),
  z.object({
    intent: z.literal("skip"),
    subscriptionId: z.string(),
    cycleIndex: z.number().int().min(1),
  }),
]);

export const action = formAction(submissionSchema, async ({ context, input }) => {
  if (input.intent === "charge") return chargeNow(context, readId(input.attemptId));
  const subscriptionId = readId(input.subscriptionId);
  await skipPastDue(context, { subscriptionId, cycleIndex: input.cycleIndex });
  return { outcome: "skipped" as const };
});

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

type FailedRow = ReturnType<typeof showPastDue>;

function showPastDue(one: PastDue, { shop }: Pick<ShopContext, "shop">, formats: Formats) {
  const at = (instant: Date) => formats.instant(instant, shop.ianaTimezone);
  return {
    id: String(one.subscriptionId),
    cycleIndex: one.cycleIndex,
    customerId: one.customerId === null ? null : String(one.customerId),
    customer: customerTitle(one.customer),
    plan: one.planName,
    amount: formats.money(Number(one.amountMinor), one.currency),
    due: at(one.dueAt),
    reason: one.reason,
    step:
      one.running === null
        ? describeStep(one.step, one.stepAt && at(one.stepAt))
        : RUNNING_WORDS[one.running],
    isBeingCharged: one.running === "platform",
    attempts: formats.count(one.attempts, "attempt"),
    attemptId: one.retryable === null ? null : String(one.retryable),
    failure: one.failure.message,
    isFraud: one.failure.code === "FRAUD_SUSPECTED",
  };
}

export default function FailedPayments() {
  const { query, page, total, views, view, range, plans, rows, recovered } =
    useLoaderData<typeof loader>();
  const [asking, setAsking] = useState<{ what: "charge" | "skip"; row: FailedRow } | null>(null);
  const form = useFormRequest<ChargeAnswer | { outcome: "skipped" }>(({ outcome }) => {
    setAsking(null);
    showToast(outcome === "skipped" ? "Charge skipped" : CHARGE_WORDS[outcome]);
  });
  const ask = (what: "charge" | "skip") => (row: FailedRow) => {
    form.dismissError();
    setAsking({ what, row });
  };
  const skipping = asking?.what === "skip" ? asking.row : null;
  const dialog = {
    isSending: form.isSending,
    error: form.error?.message ?? null,
    onClose: () => setAsking(null),
  };
  // The platform works on a charge for some seconds; then the row shows what it came to.
  useRefresh(asking === null && rows.some((row) => row.isBeingCharged));
  const { sort, ...narrowed } = query;
  const isFiltered = Object.values(narrowed).some((value) => value !== "");
  const isFirstUse = total === 0 && !isFiltered && views.length === 0;
  const asked: ListQuery = { ...query };
  const selection = useRowSelection(
    rows.map(({ id }) => id),
    JSON.stringify([asked, page]),
  );
  return (
    <Page title="Failed payments" subtitle="What happened, and what comes next">
      <BlockStack gap="400">
        <SubscriptionTabs />
        {recovered.length > 0 && <RecoveredCard sums={recovered} />}
        {isFirstUse ? (
          <EmptyCard title="No payment is failing">
            A charge that fails appears here with the reason and the next step, until it is paid or
            given up.
          </EmptyCard>
        ) : (
          <Card padding="0">
            <ListFilters
              url={HERE}
              list="failed_payments"
              views={views}
              viewsAction="/app/saved-views"
              query={asked}
              filters={filtersOf(plans)}
              searchPlaceholder="Name, email, contract number or API id"
              sortOptions={SORT_OPTIONS}
              sort={{
                selected: POLARIS_SORTS[sort] ?? "",
                toQuery: (selected) =>
                  SORTS.find((known) => POLARIS_SORTS[known] === selected) ?? "",
              }}
            />
            {rows.length > 0 && (
              <>
                <BulkBar
                  list="failed_payments"
                  kinds={["retry", "pause", "cancel"]}
                  query={asked}
                  {...{ selection, total }}
                  rows={rows.length}
                />
                <ResponsiveTable
                  caption="Subscriptions with an unpaid charge"
                  rows={rows}
                  rowKey={({ id }) => id}
                  rowLinks
                  selection={{
                    ...selection,
                    nameOf: ({ customer, plan }) => `${customer}, ${plan}`,
                  }}
                  columns={columnsOf({
                    isSending: form.isSending,
                    charge: ask("charge"),
                    skip: ask("skip"),
                    query: { ...asked, view },
                  })}
                />
              </>
            )}
          </Card>
        )}
        {rows.length === 0 && !isFirstUse && (
          <EmptyCard
            title="No failed payment matches"
            action={<Button url={HERE}>Show all</Button>}
          >
            Nothing that failed fits these filters just now.
          </EmptyCard>
        )}
        <PageLinks url={HERE} page={page} pageSize={PAGE_SIZE} total={total} range={range} />
      </BlockStack>
      <ChargeQuestion
        charge={asking?.what === "charge" ? toFailedCharge(asking.row) : null}
        onConfirm={({ attemptId }) => form.send({ intent: "charge", attemptId })}
        {...dialog}
      />
      <Question
        open={skipping !== null}
        title="Skip this charge?"
        close="Keep trying"
        confirm="Skip charge"
        critical
        onConfirm={() =>
          form.send({
            intent: "skip",
            subscriptionId: skipping?.id,
            cycleIndex: skipping?.cycleIndex,
          })
        }
        {...dialog}
      >
        <Text as="p">
          {skipping?.customer} is not charged {skipping?.amount} for this period, and nothing is
          sent for it. The subscription goes on with its next charge.
        </Text>
      </Question>
    </Page>
  );
}

function toFailedCharge({ attemptId, customer, amount, failure, isFraud }: FailedRow) {
  return attemptId === null ? null : { attemptId, customer, amount, failure, isFraud };
}

function columnsOf({
  isSending,
  charge,
  skip,
  query,
}: {
  isSending: boolean;
  query: ListQuery;
  charge: (row: FailedRow) => void;
  skip: (row: FailedRow) => void;
}): TableColumn<FailedRow>[] {
  return [
    {
      title: "Customer",
      leads: true,
      cell: ({ id, customer, customerId, plan }) => (
        <SubscriptionCell {...{ id, customer, customerId }} what={plan} />
      ),
    },
    { title: "Amount", atEnd: true, cell: ({ amount }) => amount },
    {
      title: "What happened",
      cell: ({ reason, attempts, due }) => (
        <BlockStack>
          <Text as="span">{reason}</Text>
          <Text as="span" tone="subdued" variant="bodySm">
            {attempts}, due {due}
          </Text>
        </BlockStack>
      ),
    },
    { title: "Next step", cell: ({ step }) => step, sort: sortByStep(query) },
    {
      title: "Actions",
      cell: (row) => (
        <ButtonGroup>
          <Button
            accessibilityLabel={`Charge now: ${row.customer}`}
            disabled={isSending || row.attemptId === null}
            onClick={() => charge(row)}
          >
            Charge now
          </Button>
          <Button
            accessibilityLabel={`Skip: ${row.customer}`}
            disabled={isSending || row.attemptId === null}
            onClick={() => skip(row)}
          >
            Skip
          </Button>
        </ButtonGroup>
      ),
    },
  ];
}

const SORTS = ["", "failed-asc", "step"] as const;

/** Polaris' names of the orders. */
const POLARIS_SORTS: Readonly<Record<string, string>> = {
  "": "failed desc",
  "failed-asc": "failed asc",
  step: "step asc",
};

const SORT_OPTIONS = [
  { label: "Failed", value: "failed asc" as const, directionLabel: "Earliest first" },
  { label: "Failed", value: "failed desc" as const, directionLabel: "Latest first" },
  { label: "Next step", value: "step asc" as const, directionLabel: "Soonest first" },
];

function filtersOf(plans: readonly { label: string; value: string }[]): ListFilter[] {
  return [
    { name: "step", label: "Next step", options: STEP_OPTIONS },
    { name: "decline", label: "Reason", options: DECLINE_OPTIONS },
    { name: "plan", label: "Plan", options: plans },
    {
      name: "kind",
      label: "Kind",
      options: [
        { label: "Membership", value: "membership" },
        { label: "Product subscription", value: "product" },
      ],
    },
    { name: "from", label: "Next step from" },
    { name: "to", label: "Next step to" },
  ];
}

/** The column's head leads to what is done next first, and from there back to the latest failure. */
function sortByStep(query: ListQuery): NonNullable<TableColumn<never>["sort"]> {
  const isSorted = query.sort === "step";
  return {
    url: listAddress(HERE, { ...query, sort: isSorted ? "" : "step" }),
    order: isSorted ? "ascending" : null,
  };
}
