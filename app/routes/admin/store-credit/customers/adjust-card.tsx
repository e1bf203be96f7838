import { BlockStack, Box, Button, Card, Select, Text, TextField } from "@shopify/polaris";
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
    </Card>
  );
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
