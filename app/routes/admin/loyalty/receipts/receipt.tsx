import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, Link, useLoaderData, useNavigate } from "@remix-run/react";
import { Badge, Banner, BlockStack, Button, ButtonGroup, Card, Page, Text } from "@shopify/polaris";
import { useState } from "react";
import { z } from "zod";
import { receiptFilePath } from "#app/domain/loyalty/triggers/receipts/receipt-file.ts";
import {
  approveReceipt,
  getReceiptInReview,
  rejectReceipt,
} from "#app/domain/loyalty/triggers/receipts/review-receipts.ts";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { formAction } from "../../form-action.ts";
import { addressId } from "../../input/read-id.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNotFound } from "../../or-not-found.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { type DecidedBefore, decideUnlessDecided } from "../review/decided-before.ts";
import { RejectQuestion } from "../review/reject-question.tsx";
import { ReceiptFileCard } from "./receipt-file-card.tsx";
import { RECEIPTS, STATUS_NAMES, STATUS_TONES } from "./receipt-status.ts";
import { showReceiptPage } from "./receipt-view.ts";

export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const id = addressId(params.receiptId);
  const found = await orNotFound(() => getReceiptInReview(context, id));
  return {
    receipt: showReceiptPage(found, context.shop, formats),
    address: found.receipt.hasFile ? receiptFilePath(context, id) : null,
  };
}

const submissionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("approve") }),
  z.object({ intent: z.literal("reject"), reason: z.string() }),
]);

export const action = formAction(submissionSchema, async ({ context, params, input }) => {
  const id = addressId(params.receiptId);
  return input.intent === "approve"
    ? decideUnlessDecided("approved", () => approveReceipt(context, id))
    : decideUnlessDecided("rejected", () => rejectReceipt(context, id, input.reason));
});

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

type Answer = { outcome: "approved" | "rejected" } | DecidedBefore;

export default function LoyaltyReceiptPage() {
  const { receipt, address } = useLoaderData<typeof loader>();
  return <ReceiptReview key={receipt.id} {...{ receipt, address }} />;
}

/** One receipt. Who has decided goes on with the next one that waits. */
function ReceiptReview({ receipt, address }: ReturnType<typeof useLoaderData<typeof loader>>) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [isLate, setLate] = useState(false);
  const form = useFormRequest<Answer>(({ outcome }) => {
    setAsking(false);
    setLate(outcome === "decided_before");
    if (outcome === "decided_before") return;
    showToast(`Receipt ${outcome}`);
    navigate(receipt.nextId === null ? RECEIPTS : `${RECEIPTS}/${receipt.nextId}`);
  });
  const decide = (body: object) => {
    setLate(false);
    form.send(body);
  };
  const { id, status, retailer, total, customer } = receipt;
  return (
    <Page
      fullWidth
      title={`${retailer}, ${total}`}
      subtitle={`Sent in by ${customer}`}
      backAction={{ content: "Receipts", url: RECEIPTS }}
      titleMetadata={<Badge tone={STATUS_TONES[status]}>{STATUS_NAMES[status]}</Badge>}
    >
      <div className="pn-split">
        <ReceiptFileCard
          address={address}
          kind={receipt.kind}
          alt={`Receipt of ${retailer} over ${total}`}
          fileName={`receipt-${id}.pdf`}
        />
        <BlockStack gap="400">
          {isLate && (
            <div role="alert">
              <Banner tone="info" title="Somebody else has decided about this receipt meanwhile">
                <p>Their decision stands, and yours changed nothing.</p>
              </Banner>
            </div>
          )}
          <ErrorBanner
            title="The receipt was not approved"
            message={asking ? null : (form.error?.message ?? null)}
          />
          <Card>
            <BlockStack gap="300">
              <Text as="h2" variant="headingMd">
                What the customer says
              </Text>
              <Facts
                facts={[
                  [
                    "Customer",
                    <Link key="customer" className="pn-name" to={receipt.customerUrl}>
                      {customer}
                    </Link>,
                  ],
                  ["Retailer", retailer],
                  ["Bought on", receipt.bought],
                  ["Total", total],
                  ["Sent in", receipt.sent],
                  ["Other receipts", receipt.others],
                  ["Decided", receipt.decided],
                  ["Reason", receipt.why],
                ]}
              />
              {status !== "rejected" && (
                <ButtonGroup>
                  {status === "pending" && (
                    <Button
                      variant="primary"
                      loading={form.isSending && !asking}
                      onClick={() => decide({ intent: "approve" })}
                    >
                      Approve
                    </Button>
                  )}
                  <Button
                    tone="critical"
                    onClick={() => {
                      form.dismissError();
                      setAsking(true);
                    }}
                  >
                    Reject
                  </Button>
                </ButtonGroup>
              )}
            </BlockStack>
          </Card>
        </BlockStack>
      </div>
      <RejectQuestion
        open={asking}
        what="receipt"
        help="The customer reads it beside the receipt."
        isSending={form.isSending}
        error={asking ? form.error : null}
        onClose={() => setAsking(false)}
        onReject={(reason) => decide({ intent: "reject", reason })}
      >
        {status === "approved"
          ? "It counts no more, and what it gave is taken back. The customer may send it in again."
          : "It does not count. The customer may send it in again."}
      </RejectQuestion>
    </Page>
  );
}
