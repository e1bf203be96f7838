import { useNavigate } from "@remix-run/react";
import { Badge, BlockStack, Button, Page, Text } from "@shopify/polaris";
import { useState } from "react";
import type { ManagedOffer } from "#app/domain/churn/offers/managed-offer.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { StaleBanner } from "#app/ui/stale-banner.tsx";
import { useEditor } from "#app/ui/use-editor.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { useFormats } from "#app/ui/use-formats.ts";
import { FlowPreview } from "../preview/flow-preview.tsx";
import type { PreviewDraft } from "../preview/preview-request.ts";
import { type OfferDraft, toOfferDraft, toOfferInput, toRules } from "./offer-draft.ts";
import { OfferForm } from "./offer-form.tsx";
import type { AmountsTyped } from "./offer-types/number-text.ts";

type OfferAnswer =
  | { outcome: "saved" | "stale" | "archived" }
  | { outcome: "created"; offerId: string };

/** The editor of one offer, with the shopper's view of it beside. */
export function OfferEditor({ offer, currency }: { offer: ManagedOffer | null; currency: string }) {
  const navigate = useNavigate();
  const amounts = { locale: useFormats().locale, currency };
  const editor = useEditor(toOfferDraft(offer, amounts), offer?.version ?? "new");
  const [archiving, setArchiving] = useState(false);
  const { draft, dirty } = editor;
  const { answer, error, isSending, send } = useFormRequest<OfferAnswer>((saved) => {
    if (saved.outcome === "saved" || saved.outcome === "created") {
      editor.markSaved();
      showToast("Offer saved");
    }
    if (saved.outcome === "archived") {
      showToast("Offer archived");
      navigate("/app/churn/offers");
    }
    if (saved.outcome === "created") {
      navigate(`/app/churn/offers/${saved.offerId}`, { replace: true });
    }
  });
  const save = (version = editor.version) =>
    send({ intent: "save", version, input: toOfferInput(draft, amounts) });
  return (
    <Page
      fullWidth
      title={offer?.name ?? "New offer"}
      backAction={{ content: "Offers", url: "/app/churn/offers" }}
      titleMetadata={
        offer && (
          <Badge {...(offer.active && { tone: "success" })}>
            {offer.active ? "Active" : "Off"}
          </Badge>
        )
      }
      {...(offer && {
        secondaryActions: (
          <Button tone="critical" onClick={() => setArchiving(true)}>
            Archive
          </Button>
        ),
      })}
    >
      <SaveBar
        dirty={dirty && answer?.outcome !== "archived"}
        saving={isSending}
        onSave={() => save()}
        onDiscard={editor.discard}
      />
      <div className="pn-split">
        <BlockStack gap="400">
          {answer?.outcome === "stale" && (
            <StaleBanner
              what="This offer"
              onDiscard={editor.discard}
              onOverrule={() => {
                editor.overrule();
                save(offer?.version);
              }}
            />
          )}
          <ErrorBanner title="The offer was not saved" message={error?.message ?? null} />
          <OfferForm
            draft={draft}
            change={editor.change}
            errors={error?.fields ?? {}}
            amounts={amounts}
            typeIsFixed={offer !== null}
          />
        </BlockStack>
        <aside>
          <FlowPreview draft={previewOf(draft, amounts)} firstMoment="offer" />
        </aside>
      </div>
      <ArchiveDialog
        open={archiving}
        busy={isSending}
        name={offer?.name ?? ""}
        onClose={() => setArchiving(false)}
        onArchive={() => {
          setArchiving(false);
          send({ intent: "archive" });
        }}
      />
    </Page>
  );
}

/** The part of the draft that the preview shows. */
function previewOf(draft: OfferDraft, amounts: AmountsTyped): PreviewDraft {
  const { name, description } = draft;
  return {
    offer: { name, description, rules: toRules(draft, amounts) },
    reasons: null,
    reason: null,
    help: null,
  };
}

function ArchiveDialog({
  open,
  busy,
  name,
  onClose,
  onArchive,
}: {
  open: boolean;
  busy: boolean;
  name: string;
  onClose: () => void;
  onArchive: () => void;
}) {
  return (
    <Dialog
      open={open}
      title={`Archive “${name}”?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep offer</Button>
          <Button variant="primary" tone="critical" loading={busy} onClick={onArchive}>
            Archive offer
          </Button>
        </>
      }
    >
      <Text as="p">
        It leaves every list and every reason, and cannot be brought back. Those who have accepted
        it keep it, and its history stays.
      </Text>
    </Dialog>
  );
}
