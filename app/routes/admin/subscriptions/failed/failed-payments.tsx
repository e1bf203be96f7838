import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, Form, Link, useLoaderData } from "@remix-run/react";
import { BlockStack, Button, ButtonGroup, Card, Page, Select, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { z } from "zod";
import { skipPastDue } from "#app/domain/billing/changes/skip-past-due.ts";
import { listPastDue, type PastDue } from "#app/domain/billing/dunning/list-past-due.ts";
import { PAST_DUE_STEPS } from "#app/domain/billing/dunning/past-due-steps.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import type { Formats } from "#app/ui/format.ts";
import { PageLinks } from "#app/ui/page-links.tsx";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { formAction } from "../../form-action.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { readId } from "../../read-id.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { customerTitle } from "../customer-title.ts";
import { describeRange, PAGE_SIZE, readPage } from "../read-page.ts";
import { SubscriptionTabs } from "../subscription-tabs.tsx";
import { type ChargeAnswer, chargeNow } from "./charge-answer.ts";
import { CHARGE_WORDS } from "./charge-words.ts";
import { describeStep, STEP_OPTIONS } from "./step-words.ts";

const HERE = "/app/subscriptions/failed";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { searchParams } = new URL(request.url);
  const step = PAST_DUE_STEPS.find((known) => known === searchParams.get("step"));
  const page = readPage(searchParams);
  const place = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const { pastDue, total } = await listPastDue(context, step ? { step } : {}, "failed", place);
  return {
    step: step ?? "",
    page,
    total,
    range: describeRange(page, pastDue.length, total, formats),
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
    customer: customerTitle(one.customer),
    plan: one.planName,
    amount: formats.money(Number(one.amountMinor), one.currency),
    due: at(one.dueAt),
    reason: one.reason,
    step: describeStep(one.step, one.stepAt && at(one.stepAt)),
    attempts: formats.count(one.attempts, "attempt"),
    attemptId: one.retryable === null ? null : String(one.retryable),
  };
}

export default function FailedPayments() {
  const { step, page, total, range, rows } = useLoaderData<typeof loader>();
  const [skipping, setSkipping] = useState<FailedRow | null>(null);
  const form = useFormRequest<ChargeAnswer | { outcome: "skipped" }>(({ outcome }) =>
    showToast(outcome === "skipped" ? "Charge skipped" : CHARGE_WORDS[outcome]),
  );
  const charge = ({ attemptId }: FailedRow) => form.send({ intent: "charge", attemptId });
  return (
    <Page title="Failed payments" subtitle="What happened, and what comes next">
      <BlockStack gap="400">
        <SubscriptionTabs />
        <ErrorBanner title="Nothing was changed" message={form.error?.message ?? null} />
        {(total > 0 || step !== "") && <StepFilter step={step} />}
        {rows.length > 0 && (
          <Card padding="0">
            <ResponsiveTable
              caption="Subscriptions with an unpaid charge, the latest failure first"
              rows={rows}
              rowKey={({ id }) => id}
              columns={columnsOf({ isSending: form.isSending, charge, skip: setSkipping })}
            />
          </Card>
        )}
        {rows.length === 0 && step === "" && total === 0 && (
          <EmptyCard title="No payment is failing">
            A charge that fails appears here with the reason and the next step, until it is paid or
            given up.
          </EmptyCard>
        )}
        {rows.length === 0 && (step !== "" || total > 0) && (
          <EmptyCard
            title="No failed payment matches"
            action={<Button url={HERE}>Show all</Button>}
          >
            Nothing waits for this step just now.
          </EmptyCard>
        )}
        <PageLinks url={HERE} page={page} pageSize={PAGE_SIZE} total={total} range={range} />
      </BlockStack>
      <SkipDialog
        row={skipping}
        onClose={() => setSkipping(null)}
        onSkip={({ id, cycleIndex }) => {
          setSkipping(null);
          form.send({ intent: "skip", subscriptionId: id, cycleIndex });
        }}
      />
    </Page>
  );
}

function columnsOf({
  isSending,
  charge,
  skip,
}: {
  isSending: boolean;
  charge: (row: FailedRow) => void;
  skip: (row: FailedRow) => void;
}): TableColumn<FailedRow>[] {
  return [
    {
      title: "Customer",
      leads: true,
      cell: ({ id, customer, plan }) => (
        <BlockStack>
          <Link to={`/app/subscriptions/${id}`}>{customer}</Link>
          <Text as="span" tone="subdued" variant="bodySm">
            {plan}
          </Text>
        </BlockStack>
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
    { title: "Next step", cell: ({ step }) => step },
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

/** The filter is part of the address, so a filtered list can be bookmarked and shared. */
function StepFilter({ step }: { step: string }) {
  const [value, setValue] = useState(step);
  // The address also changes by itself: back, forward, and the link that shows all.
  useEffect(() => setValue(step), [step]);
  return (
    <Card>
      <Form method="get" role="search" aria-label="Filter failed payments">
        <div className="pn-filters">
          <div className="pn-wide">
            <Select
              label="Next step"
              name="step"
              options={STEP_OPTIONS}
              value={value}
              onChange={setValue}
            />
          </div>
          <ButtonGroup>
            <Button submit>Filter</Button>
            {step !== "" && <Button url={HERE}>Clear</Button>}
          </ButtonGroup>
        </div>
      </Form>
    </Card>
  );
}

function SkipDialog({
  row,
  onClose,
  onSkip,
}: {
  row: FailedRow | null;
  onClose: () => void;
  onSkip: (row: FailedRow) => void;
}) {
  return (
    <Dialog
      open={row !== null}
      title="Skip this charge?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep trying</Button>
          <Button variant="primary" tone="critical" onClick={() => row && onSkip(row)}>
            Skip charge
          </Button>
        </>
      }
    >
      <Text as="p">
        {row?.customer} is not charged {row?.amount} for this period, and nothing is sent for it.
        The subscription goes on with its next charge.
      </Text>
    </Dialog>
  );
}
