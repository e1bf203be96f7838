import { BlockStack, Box, Card, Checkbox, Select, Text, TextField } from "@shopify/polaris";
import type { DunningSettings, FinalAction } from "#app/domain/billing/dunning/dunning-settings.ts";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { StaleBanner } from "#app/ui/stale-banner.tsx";
import { useEditor } from "#app/ui/use-editor.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { describeCardRetries, describeStockRetries } from "./describe-retries.ts";
import { toRetryDraft, toRetryInput } from "./retry-draft.ts";

const FINAL_ACTIONS: { label: string; value: FinalAction }[] = [
  { label: "Pause the subscription", value: "pause" },
  { label: "Cancel the subscription", value: "cancel" },
  { label: "Skip this charge", value: "skip" },
];

/** The store's days of retries, and what follows the last of them. */
export function RetryEditor({ settings, version }: { settings: DunningSettings; version: string }) {
  const editor = useEditor(toRetryDraft(settings), version);
  const { draft, change, dirty } = editor;
  const { answer, error, errorOf, isSending, send } = useFormRequest<{
    outcome: "saved" | "stale";
  }>(({ outcome }) => {
    if (outcome !== "saved") return;
    editor.markSaved();
    showToast("Retries saved");
  });
  const save = (base = editor.version) => send({ version: base, input: toRetryInput(draft) });
  return (
    <BlockStack gap="400">
      <SaveBar dirty={dirty} saving={isSending} onSave={() => save()} onDiscard={editor.discard} />
      {dirty && answer?.outcome === "stale" && (
        <StaleBanner
          what="This page"
          onDiscard={editor.discard}
          onOverrule={() => {
            editor.overrule();
            save(version);
          }}
        />
      )}
      <ErrorBanner title="The settings were not saved" message={error?.message ?? null} />
      <Card>
        <BlockStack gap="400">
          <Text as="h2" variant="headingMd">
            Declined payments
          </Text>
          <TextField
            label="Retry after days"
            value={draft.days}
            onChange={(days) => change({ days })}
            autoComplete="off"
            maxLength={100}
            helpText="Days after the first failure, the earliest first."
            {...errorOf("retryDays")}
          />
          <Select
            label="When the last retry has failed"
            options={FINAL_ACTIONS}
            value={draft.finalAction}
            onChange={(value) => change({ finalAction: value as FinalAction })}
            {...errorOf("finalAction")}
          />
          <Explanation text={describeCardRetries(draft)} />
        </BlockStack>
      </Card>
      <Card>
        <BlockStack gap="400">
          <Text as="h2" variant="headingMd">
            Missing stock
          </Text>
          <Checkbox
            label="Sell items that are out of stock"
            helpText="A renewal then takes your stock below zero instead of failing."
            checked={draft.oversell}
            onChange={(oversell) => change({ oversell })}
          />
          <TextField
            label="Retry after days without stock"
            value={draft.stockDays}
            onChange={(stockDays) => change({ stockDays })}
            autoComplete="off"
            maxLength={100}
            {...errorOf("inventory.retryDays")}
          />
          <Select
            label="When stock is still missing"
            options={FINAL_ACTIONS}
            value={draft.stockFinalAction}
            onChange={(value) => change({ stockFinalAction: value as FinalAction })}
            {...errorOf("inventory.finalAction")}
          />
          <Explanation text={describeStockRetries(draft)} />
        </BlockStack>
      </Card>
      <Box paddingInline={{ xs: "400", sm: "0" }}>
        <Text as="p" tone="subdued">
          Times are in your store's time zone. A retry that is already scheduled keeps its date; the
          ones after it follow these settings. An expired card is not retried: the customer has
          until the last of these days to give another one. Technical errors are retried within
          hours, and suspected fraud is never retried. No payment method fails more than 15 times in
          30 days.
        </Text>
      </Box>
    </BlockStack>
  );
}

/** What the fields above come to, in words. */
function Explanation({ text }: { text: string | null }) {
  return (
    <div aria-live="polite">
      <Text as="p" {...(text === null && { tone: "subdued" as const })}>
        {text ?? "Write at least one day to see what happens."}
      </Text>
    </div>
  );
}
