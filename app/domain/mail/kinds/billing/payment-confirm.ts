import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineMailKind, inDays, instant, link, planName } from "../mail-kind-module.ts";
import { plannedCharge, sampleCharge } from "../planned-charge.ts";

/** The customer's bank asks them to confirm a charge (3-D Secure). `until` is null when there is no deadline. */
export const paymentConfirmMail = defineMailKind({
  kind: "payment_confirm",
  data: z.object({
    planName,
    amount: plannedCharge,
    confirmUrl: link,
    until: instant.nullable(),
    /** The payment; mails of the version before do not name it. */
    attemptId: idText.optional(),
  }),
  isOptional: false,
  values: (data, { charge }) => ({ plan: data.planName, amount: charge(data.amount) }),
  facts: (data, { charge, day }) => [
    ["plan", data.planName],
    ["amount", charge(data.amount)],
    data.until && ["confirmBy", day(data.until)],
  ],
  about: ({ attemptId }) => (attemptId === undefined ? null : { kind: "unconfirmed", attemptId }),
  button: ({ confirmUrl }) => ({ label: "confirmPayment", url: confirmUrl }),
  sample: (now, currency) => ({
    planName: "Coffee every month",
    amount: sampleCharge(currency),
    confirmUrl: "https://example.com/confirm",
    until: inDays(now, 2),
  }),
});
