import { z } from "zod";
import { OWN_CHANGES } from "../../../events/catalogue.ts";
import { defineMailKind, inDays, instant, type MailFact, planName } from "../mail-kind-module.ts";
import { plannedCharge, sampleCharge } from "../planned-charge.ts";

const data = z.object({
  planName,
  change: z.enum(OWN_CHANGES),
  lineTitle: z.string().nullable(),
  /** Names, or numbers; the dates of a charge that was skipped or moved, as ISO instants. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Null while the subscription is paused without an end. */
  nextChargeAt: instant.nullable(),
  amount: plannedCharge.nullable(),
});

/** The receipt of a change that a customer has made to a subscription. */
export const subscriptionChangedMail = defineMailKind({
  kind: "subscription_changed",
  data,
  isOptional: false,
  values: ({ planName }) => ({ plan: planName }),
  facts: (told, { charge, day }) => [
    ["plan", told.planName],
    ["changed", { change: told.change }],
    ...whatChanged(told, (iso) => day(new Date(iso))),
    told.nextChargeAt && ["nextCharge", day(told.nextChargeAt)],
    told.amount && ["amount", charge(told.amount)],
  ],
  button: () => null,
  sample: (now, currency) => ({
    planName: "Coffee every month",
    change: "quantity" as const,
    lineTitle: "House blend",
    from: "1",
    to: "2",
    nextChargeAt: inDays(now, 12),
    amount: sampleCharge(currency),
  }),
});

/** The new date of a charge is the next charge's, which every receipt names. */
function whatChanged(
  { change, lineTitle, from, to }: z.output<typeof data>,
  day: (iso: string) => string,
): (MailFact | null)[] {
  if (change === "skip") return [from === null ? null : ["skippedCharge", day(from)]];
  if (change === "move") return [from === null ? null : ["before", day(from)]];
  return [
    lineTitle === null ? null : ["product", lineTitle],
    from === null ? null : ["before", from],
    to === null ? null : ["now", to],
  ];
}
