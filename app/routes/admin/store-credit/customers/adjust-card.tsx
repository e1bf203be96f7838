import { BlockStack, Box, Button, Card, Select, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import {
  ADJUSTMENT_TYPES,
  type AdjustmentType,
  checkAdjustment,
  MAX_REASON_LENGTH,
} from "#app/domain/store-credit/adjustments/credit-adjustment.ts";
import { readTypedAmount, typeAmount } from "#app/lib/typed-amount.ts";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import type { Formats } from "#app/ui/format.ts";
import { useFormats } from "#app/ui/use-formats.ts";
import {
  type AdjustmentQuestion,
  doubtOf,
  LargeAdjustmentDialog,
} from "../../large-adjustment.tsx";
import { useAdjustForm } from "./use-adjust-form.ts";

interface Adjustable {
  currency: string;
  availableMinor: number;
  available: string;
}

const TYPE_LABELS: Readonly<Record<AdjustmentType, string>> = {
  "manual admin adjustment": "Manual adjustment, gives or takes",
  reconciled: "Reconciled, takes",
  forfeit: "Forfeit, takes",
  expired: "Expired, takes",
};

/** Gives or takes a customer's credit, and says what there will be before it does. */
export function AdjustCard({ customer }: { customer: Adjustable }) {
  const { fields, isSending, change, send, errorOf, trouble } = useAdjustForm();
  const formats = useFormats();
  const [question, setQuestion] = useState<AdjustmentQuestion | null>(null);
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const asked = questionOf(fields, customer, formats);
          setQuestion(asked);
          if (!asked) send();
        }}
      >
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            Adjust credit
          </Text>
          <ErrorBanner title={trouble?.title ?? ""} message={trouble?.message ?? null} />
          <div className="pn-pair">
            <TextField
              label="Amount"
              autoComplete="off"
              placeholder={`${typeAmount("10.00", formats.locale)} or ${typeAmount("-5.50", formats.locale)}`}
              suffix={customer.currency}
              value={fields.amount}
              onChange={(amount) => change({ amount })}
              {...errorOf("amount")}
            />
            <Select
              label="Type"
              options={ADJUSTMENT_TYPES.map((type) => ({ value: type, label: TYPE_LABELS[type] }))}
              value={fields.type}
              onChange={(type) => change({ type })}
              {...errorOf("type")}
            />
          </div>
          <TextField
            label="Reason"
            autoComplete="off"
            maxLength={MAX_REASON_LENGTH}
            showCharacterCount
            helpText="Shown in the customer's history"
            value={fields.reason}
            onChange={(reason) => change({ reason })}
            {...errorOf("reason")}
          />
          <p className="pn-outcome" aria-live="polite">
            {describeOutcome(fields, customer, formats)}
          </p>
          <Box>
            <Button submit variant="primary" loading={isSending}>
              Adjust credit
            </Button>
          </Box>
        </BlockStack>
      </form>
      <LargeAdjustmentDialog
        question={question}
        onClose={() => setQuestion(null)}
        onConfirm={() => {
          setQuestion(null);
          send();
        }}
      />
    </Card>
  );
}

/** 500.00 of most currencies, and 50,000 of those without decimals. */
const LARGE_MINOR = 50_000;

/** What is asked before it is sent; null where nothing is, or where the form is wrong and says so. */
function questionOf(
  fields: { amount: string; type: string; reason: string },
  { currency, availableMinor, available }: Adjustable,
  formats: Formats,
): AdjustmentQuestion | null {
  const { text } = readTypedAmount(fields.amount, formats.locale, currency);
  const checked = checkAdjustment({ ...fields, amount: text ?? "" }, currency);
  if (checked.problems) return null;
  const doubt = doubtOf(availableMinor, checked.amountMinor, LARGE_MINOR);
  if (!doubt) return null;
  const typed = formats.money(Math.abs(checked.amountMinor), currency);
  const isGiven = checked.amountMinor > 0;
  const taken = formats.money(Math.min(availableMinor, -checked.amountMinor), currency);
  return {
    title: isGiven ? `Give ${typed}?` : `Take ${taken}?`,
    why: {
      takes_more: `You typed ${typed}, and the customer has ${available}. All of it is taken.`,
      takes_all: `This takes all of the credit that the customer has.`,
      large: `${typed} is a large amount. Check that no digit is too many and no sign is missing.`,
    }[doubt],
    confirm: isGiven ? `Give ${typed}` : `Take ${taken}`,
    before: available,
    after: formats.money(Math.max(0, availableMinor + checked.amountMinor), currency),
  };
}

/** What there is now, and what there would be. */
function describeOutcome(
  { amount, type }: { amount: string; type: string },
  { currency, availableMinor, available }: Adjustable,
  formats: Formats,
): string {
  const { text } = readTypedAmount(amount, formats.locale, currency);
  const checked = checkAdjustment({ amount: text ?? "", type, reason: "-" }, currency);
  if (checked.problems) return `${available} now.`;
  const after = availableMinor + checked.amountMinor;
  if (after >= 0) return `Balance ${available}. This leaves ${formats.money(after, currency)}.`;
  if (availableMinor === 0) return `Balance ${available}. There is nothing to deduct.`;
  return `Balance ${available}. This deducts all of it and leaves ${formats.money(0, currency)}.`;
}
