import { BlockStack, Card, Page } from "@shopify/polaris";
import { useState } from "react";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { moveInList } from "../move-in-list.ts";
import { FlowPreview } from "../preview/flow-preview.tsx";
import { ReasonRow } from "./reason-row.tsx";
import {
  type OfferChoice,
  type ReasonAnswer,
  type ReasonView,
  toPreviewReasons,
} from "./reason-view.ts";
import { usePendingSwitches } from "./saved-switch.tsx";

/** All reasons: their order, whether they are shown, and their offers. */
export function ReasonList({
  reasons,
  offers,
}: {
  reasons: readonly ReasonView[];
  offers: readonly OfferChoice[];
}) {
  const ordering = useFormRequest<ReasonAnswer>(() => {});
  const pending = usePendingSwitches();
  const [switchError, setSwitchError] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = inPendingOrder(reasons, ordering.sending?.to).map((reason) => ({
    ...reason,
    active: pending.get(reason.id) ?? reason.active,
  }));

  const move = (from: number, to: number) => {
    if (ordering.isSending || from === to) return;
    const ids = shown.map(({ id }) => id);
    ordering.send({ intent: "order", from: ids, to: moveInList(ids, from, to) });
    const reason = shown[from];
    if (reason) setSaid(`${titleOf(reason)}: now ${to + 1} of ${shown.length}`);
  };
  const preview = offerOfFirst(shown, offers);
  return (
    <Page
      fullWidth
      title="Cancellation reasons"
      subtitle="What a shopper may answer, and what each answer leads to"
    >
      <div className="pn-split">
        <BlockStack gap="400">
          <ErrorBanner
            title="The change was not saved"
            message={
              ordering.error?.message ??
              (ordering.answer?.outcome === "stale"
                ? "Somebody else has changed the order meanwhile. This is theirs: move the reason again."
                : switchError)
            }
          />
          <Card padding="0">
            {reasons.length === 0 ? (
              <EmptyCard title="The reasons are being set up">
                Reload the page in a moment.
              </EmptyCard>
            ) : (
              <ol className="pn-list" aria-label="Reasons in the order of the storefront">
                {shown.map((reason, place) => (
                  <ReasonRow
                    key={reason.id}
                    reason={reason}
                    title={titleOf(reason)}
                    place={place}
                    count={shown.length}
                    dragged={dragged}
                    onDrag={setDragged}
                    onMove={move}
                    onSwitched={setSwitchError}
                  />
                ))}
              </ol>
            )}
          </Card>
          <div className="pn-hidden" role="status">
            {said}
          </div>
        </BlockStack>
        <aside>
          <FlowPreview
            draft={{
              reasons: toPreviewReasons(shown),
              offer: preview,
              reason: null,
              help: null,
            }}
            firstMoment="reason"
          />
        </aside>
      </div>
    </Page>
  );
}

function titleOf(reason: ReasonView): string {
  return reason.title ?? reason.defaultTitle;
}

/** The list in the order it will have once the move that is under way has been saved. */
function inPendingOrder(reasons: readonly ReasonView[], ids: unknown): readonly ReasonView[] {
  if (!Array.isArray(ids)) return reasons;
  return ids.flatMap((id) => reasons.find((reason) => reason.id === id) ?? []);
}

/** An offer to show in the preview: the first that an active reason leads to. */
function offerOfFirst(reasons: readonly ReasonView[], offers: readonly OfferChoice[]) {
  const first = reasons
    .filter(({ active }) => active)
    .flatMap((reason) => reason.offers)
    .find(({ active }) => active);
  const offer = offers.find(({ id }) => id === first?.id);
  return offer ? { name: offer.name, description: offer.description, rules: offer.rules } : null;
}
