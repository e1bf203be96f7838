import { z } from "zod";
import { defineMailKind, inDays, instant, planName } from "../mail-kind-module.ts";
import { plannedCharge, sampleCharge } from "../planned-charge.ts";

/** A pause has ended: what is charged next, and when. */
export const subscriptionResumedMail = defineMailKind({
  kind: "subscription_resumed",
  data: z.object({ planName, nextChargeAt: instant.nullable(), amount: plannedCharge.nullable() }),
  isOptional: false,
  values: (data) => ({ plan: data.planName }),
  facts: (data, { charge, day }) => [
    ["plan", data.planName],
    data.nextChargeAt && ["nextCharge", day(data.nextChargeAt)],
    data.amount && ["amount", charge(data.amount)],
  ],
  button: () => null,
  sample: (now, currency) => ({
    planName: "Coffee every month",
    nextChargeAt: inDays(now, 12),
    amount: sampleCharge(currency),
  }),
});
