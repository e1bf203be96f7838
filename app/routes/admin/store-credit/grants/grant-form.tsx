import { BlockStack, Box, Button, Card, Select, Text, TextField } from "@shopify/polaris";
import { MAX_REASON_LENGTH } from "#app/domain/store-credit/adjustments/credit-adjustment.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { useFormats } from "#app/ui/use-formats.ts";
import type { GrantablePlan } from "./bulk-grant-view.ts";
import { useGrantForm } from "./use-grant-form.ts";

/** Asks for plan, amount and reason, and for a confirmation with the number of members and the total. */
export function GrantForm({
  plans,
  currency,
}: {
  plans: readonly GrantablePlan[];
  currency: string;
}) {
  const form = useGrantForm(plans, currency);
  const { fields, plan, change, errorOf, trouble } = form;
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.review();
        }}
      >
        <BlockStack gap="300">
          <ErrorBanner title={trouble?.title ?? ""} message={trouble?.message ?? null} />
          <div className="pn-pair">
            <Select
              label="Plan"
              options={plans.map(({ planId, label }) => ({ value: planId, label }))}
              value={plan?.planId ?? ""}
              onChange={(planId) => change({ planId })}
            />
            <TextField
              label="Amount for each"
              autoComplete="off"
              inputMode="decimal"
              suffix={currency}
              value={fields.amount}
              onChange={(amount) => change({ amount })}
              {...errorOf("amount")}
            />
          </div>
          <TextField
            label="Reason"
            autoComplete="off"
            maxLength={MAX_REASON_LENGTH}
            helpText="Shown in each member's history"
            value={fields.reason}
            onChange={(reason) => change({ reason })}
            {...errorOf("reason")}
          />
          <Text as="p" tone="subdued">
            {plan?.memberCount === 0 ? "This plan has no active members." : plan?.policy}
          </Text>
          <Box>
            <Button
              submit
              variant="primary"
              loading={form.isSending}
              disabled={plan?.memberCount === 0}
            >
              Review grant
            </Button>
          </Box>
        </BlockStack>
      </form>
      <ReviewDialog form={form} currency={currency} />
    </Card>
  );
}

/** The final confirmation: how many members, the total, and the expiry. */
function ReviewDialog({
  form,
  currency,
}: {
  form: ReturnType<typeof useGrantForm>;
  currency: string;
}) {
  const { plan, amountMinor, fields } = form;
  const formats = useFormats();
  const memberCount = plan?.memberCount ?? 0;
  return (
    <Dialog
      open={form.asking}
      title={`Grant ${formats.money(amountMinor * memberCount, currency)} in all?`}
      onClose={form.goBack}
      actions={
        <>
          <Button onClick={form.goBack}>Go back</Button>
          <Button variant="primary" onClick={form.send}>
            Grant credit
          </Button>
        </>
      }
    >
      <BlockStack gap="200">
        <Text as="p">
          {`${formats.count(memberCount, "member")} of this plan get ${formats.money(amountMinor, currency)} each, for “${fields.reason.trim()}”.`}
        </Text>
        <Text as="p">{plan?.policy}</Text>
      </BlockStack>
    </Dialog>
  );
}
