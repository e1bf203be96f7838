import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { Banner, BlockStack, Card, Page } from "@shopify/polaris";
import { useRef, useState } from "react";
import { z } from "zod";
import {
  approveReferral,
  countReferrals,
  listReferrals,
  rejectReferral,
} from "#app/domain/loyalty/triggers/referrals/review-referrals.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { PageLinks } from "#app/ui/page-links.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { formAction } from "../../form-action.ts";
import { readId } from "../../input/read-id.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { describeRange, PAGE_SIZE, readPage } from "../../subscriptions/read-page.ts";
import { LoyaltyTabs } from "../loyalty-tabs.tsx";
import { type DecidedBefore, decideUnlessDecided } from "../review/decided-before.ts";
import { RejectQuestion } from "../review/reject-question.tsx";
import { StatusLinks } from "../review/status-links.tsx";
import { type ReferralRow, STATUS_NAMES, showReferral, statusNamed } from "./referral-view.ts";
import { ReferralsTable } from "./referrals-table.tsx";

const HERE = "/app/loyalty/referrals";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { searchParams } = new URL(request.url);
  const status = statusNamed(searchParams.get("status"));
  const page = readPage(searchParams);
  const [referrals, total] = await Promise.all([
    listReferrals(context, status, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    countReferrals(context, status),
  ]);
  const now = context.clock.now();
  return {
    ...{ status, page, total, range: describeRange(page, referrals.length, total, formats) },
    rows: referrals.map((one) => showReferral(one, context.shop, formats, now)),
  };
}

const submissionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("approve"), id: z.string() }),
  z.object({ intent: z.literal("reject"), id: z.string(), reason: z.string() }),
]);

export const action = formAction(submissionSchema, async ({ context, input }) => {
  const id = readId(input.id);
  return input.intent === "approve"
    ? decideUnlessDecided("approved", () => approveReferral(context, id))
    : decideUnlessDecided("rejected", () => rejectReferral(context, id, input.reason));
});

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

type Answer = { outcome: "approved" | "rejected" } | DecidedBefore;

export default function LoyaltyReferrals() {
  const { status, page, total, range, rows } = useLoaderData<typeof loader>();
  const [asking, setAsking] = useState<ReferralRow | null>(null);
  const [isLate, setLate] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const form = useFormRequest<Answer>(({ outcome }) => {
    setAsking(null);
    setLate(outcome === "decided_before");
    if (outcome !== "decided_before") showToast(`Referral ${outcome}`);
    // The row with the button is gone.
    list.current?.focus();
  });
  const decide = (body: object) => {
    setLate(false);
    form.send(body);
  };
  return (
    <Page
      fullWidth
      title="Referrals"
      subtitle="Friends who came through a customer's link but may not be new customers"
    >
      <BlockStack gap="400">
        <LoyaltyTabs />
        <StatusLinks
          label="Referrals by decision"
          url={HERE}
          names={STATUS_NAMES}
          first="review"
          shown={status}
        />
        {isLate && (
          <div role="alert">
            <Banner tone="info" title="Somebody else has decided about this referral meanwhile">
              <p>Their decision stands, and yours changed nothing.</p>
            </Banner>
          </div>
        )}
        <ErrorBanner
          title="The referral was not approved"
          message={asking ? null : (form.error?.message ?? null)}
        />
        <div ref={list} tabIndex={-1} style={{ outline: "none" }}>
          {rows.length > 0 ? (
            <Card padding="0">
              <ReferralsTable
                rows={rows}
                status={status}
                isSending={form.isSending}
                onApprove={({ id }) => decide({ intent: "approve", id })}
                onReject={(row) => {
                  form.dismissError();
                  setAsking(row);
                }}
              />
            </Card>
          ) : (
            <EmptyCard title={EMPTY[status].title}>{EMPTY[status].text}</EmptyCard>
          )}
        </div>
        <PageLinks url={HERE} page={page} pageSize={PAGE_SIZE} total={total} range={range} />
      </BlockStack>
      <RejectQuestion
        open={asking !== null}
        what="referral"
        help="For your staff: neither the customer nor the friend sees it."
        isSending={form.isSending}
        error={asking ? form.error : null}
        onClose={() => setAsking(null)}
        onReject={(reason) => decide({ intent: "reject", id: asking?.id, reason })}
      >
        Neither the customer nor the friend gets anything for it. This cannot be undone.
      </RejectQuestion>
    </Page>
  );
}

const EMPTY = {
  review: {
    title: "No referral waits for you",
    text: "A friend who comes by a customer's link counts by themselves, once their order can no longer be returned. What looks like one person referring themselves waits here until you decide.",
  },
  approved: { title: "No referral was approved yet", text: "Those that you approve appear here." },
  rejected: { title: "No referral was rejected yet", text: "Those that you reject appear here." },
} as const;
