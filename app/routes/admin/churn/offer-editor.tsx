import { useFetcher, useNavigate } from "@remix-run/react";
import { Badge, BlockStack, Button, Page, Text } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import type { ManagedOffer } from "#app/domain/churn/offers/managed-offer.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { RefusalBanner } from "#app/ui/refusal-banner.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { StaleBanner } from "#app/ui/stale-banner.tsx";
import { useEditor } from "#app/ui/use-editor.ts";
import type { Refusal } from "../answer-action.ts";
import { FlowPreview } from "../preview/flow-preview.tsx";
import type { PreviewDraft } from "../preview/use-preview-page.ts";
import { type OfferDraft, toOfferDraft, toOfferInput, toRules } from "./offer-draft.ts";
import { OfferForm } from "./offer-form.tsx";

type OfferAnswer = () => Promise<
  { outcome: "saved" | "stale" | "archived" } | { outcome: "created"; offerId: string } | Refusal
>;

/** The editor of one offer, with the shopper's view of it beside. */
export function OfferEditor({ offer, currency }: { offer: ManagedOffer | null; currency: string }) {
  const fetcher = useFetcher<OfferAnswer>();
  const navigate = useNavigate();
  const editor = useEditor(toOfferDraft(offer), offer?.version ?? "new");
  const [archiving, setArchiving] = useState(false);
  const { draft, dirty } = editor;
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const send = (body: Record<string, unknown>) =>
    fetcher.submit(JSON.stringify(body), { method: "post", encType: "application/json" });

  const handled = useRef<unknown>(null);
  const { markSaved } = editor;
  useEffect(() => {
    if (!answer || handled.current === answer) return;
    handled.current = answer;
    if (answer.outcome === "saved" || answer.outcome === "created") {
      markSaved();
      showToast("Offer saved");
    }
    if (answer.outcome === "archived") showToast("Offer archived");
    if (answer.outcome === "archived") navigate("/app/churn/offers");
    if (answer.outcome === "created") {
      navigate(`/app/churn/offers/${answer.offerId}`, { replace: true });
    }
  }, [answer, markSaved, navigate]);

  const refusal = answer?.outcome === "refused" ? answer : null;
  const save = (version = editor.version) =>
    send({ intent: "save", version, input: toOfferInput(draft) });
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
        saving={fetcher.state !== "idle"}
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
          <RefusalBanner title="The offer was not saved" message={refusal?.message ?? null} />
          <OfferForm
            draft={draft}
            change={editor.change}
            errors={refusal?.fields ?? {}}
            currency={currency}
            typeIsFixed={offer !== null}
          />
        </BlockStack>
        <aside>
          <FlowPreview draft={previewOf(draft)} firstMoment="offer" />
        </aside>
      </div>
      <ArchiveDialog
        open={archiving}
        busy={fetcher.state !== "idle"}
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
function previewOf(draft: OfferDraft): PreviewDraft {
  const { name, description } = draft;
  return {
    offer: { name, description, rules: toRules(draft) },
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
