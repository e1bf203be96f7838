import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineMailKind, inDays, instant, link, planName } from "../mail-kind-module.ts";
import { plannedCharge, sampleCharge } from "../planned-charge.ts";

/** What becomes of the subscription without a payment. The values are those of the store's dunning settings. */
const outcome = z.object({ action: z.enum(["pause", "cancel", "skip"]), at: instant });

const OUTCOME_LABELS = {
  pause: "unpaidPauses",
  cancel: "unpaidCancels",
  skip: "unpaidSkips",
} as const;

/** A charge failed. `retryAt` is null when no further one is planned until the customer has acted. */
export const paymentFailedMail = defineMailKind({
  kind: "payment_failed",
  data: z.object({
    planName,
    amount: plannedCharge,
    updateUrl: link,
    retryAt: instant.nullable(),
    otherwise: outcome.nullish(),
    /** The charge; mails of the version before do not name it. */
    of: z.object({ subscriptionId: idText, cycleIndex: z.number().int() }).optional(),
  }),
  isOptional: false,
  values: (data, { charge }) => ({ plan: data.planName, amount: charge(data.amount) }),
  facts: (data, { charge, day }) => [
    ["plan", data.planName],
    ["amount", charge(data.amount)],
    data.retryAt && ["nextTry", day(data.retryAt)],
    data.otherwise ? [OUTCOME_LABELS[data.otherwise.action], day(data.otherwise.at)] : null,
  ],
  about: ({ of }) => (of ? { kind: "unpaid", ...of } : null),
  button: ({ updateUrl }) => ({ label: "updatePayment", url: updateUrl }),
  sample: (now, currency) => ({
    planName: "Coffee every month",
    amount: sampleCharge(currency),
    updateUrl: "https://example.com/payment",
    retryAt: inDays(now, 2),
    otherwise: { action: "pause" as const, at: inDays(now, 10) },
  }),
});
