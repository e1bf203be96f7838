import { BlockStack, Card, Checkbox, Page, Text, TextField } from "@shopify/polaris";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { StaleBanner } from "#app/ui/stale-banner.tsx";
import { useEditor } from "#app/ui/use-editor.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { FlowPreview } from "../preview/flow-preview.tsx";
import { PressingWarning } from "./pressure-warning.tsx";
import { previewOf, toReasonDraft, toReasonInput } from "./reason-draft.ts";
import { ReasonHelpFields } from "./reason-help-fields.tsx";
import { ReasonOffersCard } from "./reason-offers-card.tsx";
import type { OfferChoice, ReasonAnswer, ReasonView } from "./reason-view.ts";

export interface ReasonEditorProps {
  reason: ReasonView;
  reasons: readonly ReasonView[];
  offers: readonly OfferChoice[];
  contactEmail: string;
}

/** The editor of one reason, with the shopper's view of it beside. */
export function ReasonEditor({ reason, reasons, offers, contactEmail }: ReasonEditorProps) {
  const editor = useEditor(toReasonDraft(reason), reason.version);
  const { draft, change, markSaved } = editor;
  const { answer, error, errorOf, isSending, send } = useFormRequest<ReasonAnswer>((saved) => {
    if (saved.outcome !== "saved") return;
    markSaved();
    showToast("Reason saved");
  });
  const save = (version: string) =>
    send({ intent: "save", reasonId: reason.id, version, input: toReasonInput(draft) });
  return (
    <Page
      fullWidth
      title={reason.title ?? reason.defaultTitle}
      backAction={{ content: "Cancellation reasons", url: "/app/churn/reasons" }}
    >
      <SaveBar
        dirty={editor.dirty}
        saving={isSending}
        onSave={() => save(editor.version)}
        onDiscard={editor.discard}
      />
      <div className="pn-split">
        <BlockStack gap="400">
          {answer?.outcome === "stale" && (
            <StaleBanner
              what="This reason"
              onDiscard={editor.discard}
              onOverrule={() => {
                editor.overrule();
                save(reason.version);
              }}
            />
          )}
          <ErrorBanner title="The reason was not saved" message={error?.message ?? null} />
          <Card>
            <BlockStack gap="400">
              <TextField
                label="Title"
                value={draft.title}
                onChange={(title) => change({ title })}
                placeholder={reason.defaultTitle}
                autoComplete="off"
                maxLength={80}
                helpText="Leave blank for the default, which shoppers read in their own language."
                {...errorOf("title")}
              />
              <TextField
                label="Description"
                value={draft.description}
                onChange={(description) => change({ description })}
                autoComplete="off"
                maxLength={200}
                helpText="A line below the title, if it needs one."
                {...errorOf("description")}
              />
              <PressingWarning texts={[draft.title, draft.description]} />
              <Checkbox
                label="Shown to shoppers"
                checked={draft.active}
                onChange={(active) => change({ active })}
              />
            </BlockStack>
          </Card>
          <ReasonOffersCard
            offerIds={draft.offerIds}
            offers={offers}
            onChange={(offerIds) => change({ offerIds })}
            {...errorOf("offerIds")}
          />
          <Card>
            <BlockStack gap="300">
              <Text as="h2" variant="headingMd">
                Help beside the offer
              </Text>
              <ReasonHelpFields
                draft={draft}
                change={change}
                contactEmail={contactEmail}
                {...errorOf("url")}
              />
            </BlockStack>
          </Card>
        </BlockStack>
        <aside>
          <FlowPreview draft={previewOf(draft, reason, reasons, offers)} firstMoment="reason" />
        </aside>
      </div>
    </Page>
  );
}
