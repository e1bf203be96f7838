import type { OfferRules } from "#app/domain/churn/offers/types/offer-types.ts";
import type { ReasonAlias, ReasonHelp } from "#app/domain/subscriptions/cancellation-reasons.ts";

/** A reason as its list and its editor have it. */
export interface ReasonView {
  id: string;
  alias: ReasonAlias;
  /** Null: the default title, which the storefront translates. */
  title: string | null;
  defaultTitle: string;
  description: string | null;
  help: ReasonHelp | null;
  active: boolean;
  version: string;
  offers: { id: string; name: string; active: boolean }[];
}

/** An offer that can be added to a reason. */
export interface OfferChoice {
  id: string;
  name: string;
  description: string;
  rules: OfferRules;
  active: boolean;
}

/** What the page's action answers. */
export type ReasonAnswer = { outcome: "saved" | "stale" };

/** The reasons as the storefront would show them. */
export function toPreviewReasons(reasons: readonly ReasonView[]) {
  return reasons
    .filter(({ active }) => active)
    .map(({ alias, title, description }) => ({ alias, title, description }));
}
