import type { PreviewDraft } from "../preview/preview-request.ts";
import { type OfferChoice, type ReasonView, toPreviewReasons } from "./reason-view.ts";

/** The fields of a reason, as they were typed. */
export interface ReasonDraft {
  title: string;
  description: string;
  helpKind: "none" | "contact" | "help";
  helpUrl: string;
  active: boolean;
  offerIds: string[];
}

/** What the editor begins with. */
export function toReasonDraft(reason: ReasonView): ReasonDraft {
  return {
    title: reason.title ?? "",
    description: reason.description ?? "",
    helpKind: reason.help?.kind ?? "none",
    helpUrl: reason.help?.kind === "help" ? reason.help.url : "",
    active: reason.active,
    offerIds: reason.offers.map(({ id }) => id),
  };
}

/** The draft as the server takes it. */
export function toReasonInput(draft: ReasonDraft) {
  const { title, description, active, offerIds } = draft;
  const help =
    draft.helpKind === "help"
      ? { kind: draft.helpKind, url: draft.helpUrl }
      : { kind: draft.helpKind };
  return { title, description, help, active, offerIds };
}

/** The whole list with this reason as it is typed, and the first offer that would be tried. */
export function previewOf(
  draft: ReasonDraft,
  reason: ReasonView,
  reasons: readonly ReasonView[],
  offers: readonly OfferChoice[],
): PreviewDraft {
  const title = draft.title.trim() || null;
  const description = draft.description.trim() || null;
  const withDraft = reasons.map((other) =>
    other.id === reason.id ? { ...other, title, description, active: draft.active } : other,
  );
  const offer = draft.offerIds
    .flatMap((id) => offers.find((candidate) => candidate.id === id) ?? [])
    .find(({ active }) => active);
  return {
    reasons: toPreviewReasons(withDraft),
    offer: offer ? { name: offer.name, description: offer.description, rules: offer.rules } : null,
    reason: reason.alias,
    help:
      draft.helpKind === "none"
        ? null
        : draft.helpKind === "help"
          ? { kind: draft.helpKind, url: draft.helpUrl }
          : { kind: draft.helpKind },
  };
}
