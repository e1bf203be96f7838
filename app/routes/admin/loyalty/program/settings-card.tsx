import { BlockStack, Card, FormLayout, Text, TextField } from "@shopify/polaris";
import type { LoyaltyProgramSettings } from "#app/domain/loyalty/program/loyalty-settings.ts";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { StaleBanner } from "#app/ui/stale-banner.tsx";
import { useEditor } from "#app/ui/use-editor.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { optionalNumber, textOf, wholeNumberOf } from "../../churn/offer-types/number-text.ts";

/** What is the same for all rules. */
export function SettingsCard({
  settings,
}: {
  settings: LoyaltyProgramSettings & { version: string };
}) {
  const saved = {
    returnDays: String(settings.returnDays),
    expiryMonths: textOf(settings.expiryMonths),
  };
  const editor = useEditor(saved, settings.version);
  const { draft, change } = editor;
  const form = useFormRequest<{ outcome: "saved" | "stale" }>(({ outcome }) => {
    if (outcome !== "saved") return;
    editor.markSaved();
    showToast("Settings saved");
  });
  const save = (version = editor.version) =>
    form.send({
      version,
      input: {
        returnDays: wholeNumberOf(draft.returnDays),
        expiryMonths: optionalNumber(draft.expiryMonths),
      },
    });
  return (
    <Card>
      <SaveBar
        dirty={editor.dirty}
        saving={form.isSending}
        onSave={() => save()}
        onDiscard={editor.discard}
      />
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          Settings
        </Text>
        {form.answer?.outcome === "stale" && (
          <StaleBanner
            what="The settings"
            onDiscard={editor.discard}
            onOverrule={() => {
              editor.overrule();
              save(settings.version);
            }}
          />
        )}
        <ErrorBanner
          title="The settings were not saved"
          message={editor.dirty ? (form.error?.message ?? null) : null}
        />
        <FormLayout>
          <FormLayout.Group>
            <TextField
              label="Return window"
              inputMode="numeric"
              suffix="days"
              autoComplete="off"
              value={draft.returnDays}
              onChange={(returnDays) => change({ returnDays })}
              helpText="Points of an order can be spent once it can no longer be sent back. Orders from before keep their day."
              {...form.errorOf("returnDays")}
            />
            <TextField
              label="Points expire after"
              inputMode="numeric"
              suffix="months"
              autoComplete="off"
              value={draft.expiryMonths}
              onChange={(expiryMonths) => change({ expiryMonths })}
              helpText="Leave blank for never. Points that can be spent already keep their end."
              {...form.errorOf("expiryMonths")}
            />
          </FormLayout.Group>
        </FormLayout>
      </BlockStack>
    </Card>
  );
}
