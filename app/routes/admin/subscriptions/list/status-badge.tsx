import { Badge } from "@shopify/polaris";

const STATES = {
  active: { tone: "success", word: "Active" },
  paused: { tone: "attention", word: "Paused" },
  cancelled: { tone: undefined, word: "Canceled" },
} as const;

/** The state of a subscription, and whether a charge of it has failed. */
export function StatusBadge({
  status,
  isPastDue,
}: {
  status: keyof typeof STATES;
  isPastDue: boolean;
}) {
  if (isPastDue) return <Badge tone="critical">Past due</Badge>;
  const { tone, word } = STATES[status];
  return <Badge {...(tone && { tone })}>{word}</Badge>;
}
