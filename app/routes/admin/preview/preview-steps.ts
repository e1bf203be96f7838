import type { PreviewState } from "#storefront/cancel-flow/cancel-flow-preview.ts";

/** The moments of the cancel flow that a merchant can look at, and the screen each one is. */
export const PREVIEW_MOMENTS = {
  card: { label: "Membership card", step: "card" },
  reason: { label: "Reasons", step: "reason" },
  offer: { label: "Offer", step: "offer" },
  confirm: { label: "Confirm", step: "confirm" },
  done: { label: "Canceled", step: "done" },
  saved: { label: "Offer accepted", step: "saved" },
  busy: { label: "While waiting", step: "confirm", busy: true },
  offline: { label: "No connection", step: "confirm", error: "offline" },
  failed: { label: "Could not cancel", step: "confirm", error: "failed" },
  unknown: { label: "No answer came", step: "confirm", error: "unknown" },
  signed_out: { label: "Signed out meanwhile", step: "reason", error: "signed_out" },
  offer_gone: { label: "Offer gone", step: "offer", error: "offer_gone" },
  offer_failed: { label: "Offer could not be applied", step: "offer", error: "offer_failed" },
} as const satisfies Record<
  string,
  Pick<PreviewState, "step" | "busy" | "error"> & { label: string }
>;

export type PreviewMoment = keyof typeof PREVIEW_MOMENTS;

/** The languages that the theme extension speaks, in their own words. */
export const PREVIEW_LANGUAGES = [
  { locale: "en", name: "English" },
  { locale: "de", name: "Deutsch" },
  { locale: "fr", name: "Français" },
  { locale: "es", name: "Español" },
  { locale: "ja", name: "日本語" },
] as const;
