import { z } from "zod";
import {
  amount,
  defineMailKind,
  inDays,
  instant,
  planName,
  sampleAmount,
} from "../mail-kind-module.ts";

/** A pause has ended: what is charged next, and when. */
export const subscriptionResumedMail = defineMailKind({
  kind: "subscription_resumed",
  data: z.object({ planName, nextChargeAt: instant.nullable(), amount: amount.nullable() }),
  isOptional: false,
  values: (data) => ({ plan: data.planName }),
  facts: (data, { money, day }) => [
    ["plan", data.planName],
    data.nextChargeAt && ["nextCharge", day(data.nextChargeAt)],
    data.amount && ["amount", money(data.amount)],
  ],
  button: () => null,
  sample: (now, currency) => ({
    planName: "Coffee every month",
    nextChargeAt: inDays(now, 12),
    amount: sampleAmount(currency),
  }),
});
