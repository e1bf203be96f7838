import { useFetcher } from "@remix-run/react";
import { BlockStack, Box, Button, Card, Select, Text, TextField } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { checkAdjustment } from "#app/domain/store-credit/adjustment-input.ts";
import {
  ADJUSTMENT_TYPES,
  type AdjustmentType,
  MAX_REASON_LENGTH,
} from "#app/domain/store-credit/credit-adjustment.ts";
import { formatMoney } from "#app/ui/format.ts";
import { RefusalBanner } from "#app/ui/refusal-banner.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import type { Refusal } from "../answer-action.ts";

type AdjustAnswer = () => Promise<
  | { outcome: "adjusted"; key: string; before: string; after: string }
  | { outcome: "sent_before"; key: string }
  | Refusal
>;

const TYPE_LABELS: Readonly<Record<AdjustmentType, string>> = {
  "manual admin adjustment": "Manual adjustment, gives or takes",
  reconciled: "Reconciled, takes",
  forfeit: "Forfeit, takes",
  expired: "Expired, takes",
};
const EMPTY = { amount: "", type: "manual admin adjustment", reason: "" };

/**
 * Gives or takes credit. The form has a key of its own that goes with every sending: pressing twice, or
 * again after an answer that was lost, adjusts once.
 */
export function AdjustCard({
  customer,
}: {
  customer: { currency: string; availableMinor: number; available: string };
}) {
  const fetcher = useFetcher<AdjustAnswer>();
  const [fields, setFields] = useState(EMPTY);
  const key = useRef<string | null>(null);
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const handled = useRef<unknown>(null);
  useEffect(() => {
    if (!answer || handled.current === answer) return;
    handled.current = answer;
    if (answer.outcome === "refused") return;
    key.current = null;
    if (answer.outcome === "sent_before") return;
    setFields(EMPTY);
    showToast(`Credit adjusted: ${answer.before} before, ${answer.after} now`);
  }, [answer]);
  const refusal = answer?.outcome === "refused" ? answer : null;
  const change = (patch: Partial<typeof EMPTY>) => setFields((before) => ({ ...before, ...patch }));
  const send = () => {
    if (fetcher.state !== "idle") return;
    key.current ??= crypto.randomUUID();
    fetcher.submit(JSON.stringify({ ...fields, key: key.current }), {
      method: "post",
      encType: "application/json",
    });
  };
  const error = (name: string) =>
    refusal?.fields[name] ? { error: refusal.fields[name].join(" ") } : {};
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            Adjust credit
          </Text>
          <RefusalBanner title="Nothing was adjusted" message={refusal?.message ?? null} />
          <RefusalBanner
            title="What you sent before was already applied"
            message={
              answer?.outcome === "sent_before"
                ? "The form was changed after it had been sent, and that first version counts. Look at the timeline, then send the form again if you still want this one too."
                : null
            }
          />
          <div className="pn-pair">
            <TextField
              label="Amount"
              autoComplete="off"
              inputMode="text"
              placeholder="10.00 or -5.50"
              suffix={customer.currency}
              value={fields.amount}
              onChange={(amount) => change({ amount })}
              {...error("amount")}
            />
            <Select
              label="Type"
              options={ADJUSTMENT_TYPES.map((type) => ({ value: type, label: TYPE_LABELS[type] }))}
              value={fields.type}
              onChange={(type) => change({ type })}
              {...error("type")}
            />
          </div>
          <TextField
            label="Reason"
            autoComplete="off"
            maxLength={MAX_REASON_LENGTH}
            showCharacterCount
            helpText="The customer's history shows it."
            value={fields.reason}
            onChange={(reason) => change({ reason })}
            {...error("reason")}
          />
          <p className="pn-outcome" aria-live="polite">
            {describeOutcome(fields, customer)}
          </p>
          <Box>
            <Button submit variant="primary" loading={fetcher.state !== "idle"}>
              Adjust credit
            </Button>
          </Box>
        </BlockStack>
      </form>
    </Card>
  );
}

/** What there is now, and what there would be. */
function describeOutcome(
  { amount, type }: { amount: string; type: string },
  { currency, availableMinor, available }: Parameters<typeof AdjustCard>[0]["customer"],
): string {
  const checked = checkAdjustment({ amount: amount.trim(), type, reason: "-" }, currency);
  if (checked.problems) return `${available} now.`;
  const after = availableMinor + checked.amountMinor;
  if (after >= 0) return `${available} now, ${formatMoney(after, currency)} after it.`;
  if (availableMinor === 0) return `${available} now: there is nothing to take.`;
  return `${available} now, ${formatMoney(0, currency)} after it: only what there is can be taken.`;
}
