import { Badge } from "@shopify/polaris";
import type { AppliedOfferState } from "#app/domain/churn/reports/applied-offer-line.ts";

const STATES = {
  pending: { tone: "attention", word: "Pending" },
  active: { tone: "success", word: "Active" },
  cancelled: { tone: undefined, word: "Canceled" },
  refused: { tone: "critical", word: "Refused" },
} as const;

/** The state of an applied offer. */
export function StateBadge({ state }: { state: AppliedOfferState }) {
  const { tone, word } = STATES[state];
  return <Badge {...(tone && { tone })}>{word}</Badge>;
}
