import { z } from "zod";
import {
  amount,
  defineMailKind,
  inDays,
  instant,
  planName,
  sampleAmount,
} from "./mail-kind-module.ts";

/** A trial becomes a paid subscription soon. */
export const trialEndingMail = defineMailKind({
  kind: "trial_ending",
  data: z.object({ planName, amount, chargeAt: instant }),
  isOptional: false,
  values: (data, { money, day }) => ({
    plan: data.planName,
    amount: money(data.amount),
    date: day(data.chargeAt),
  }),
  facts: (data, { money, day }) => [
    ["plan", data.planName],
    ["amount", money(data.amount)],
    ["firstCharge", day(data.chargeAt)],
  ],
  button: () => null,
  sample: (now, currency) => ({
    planName: "Coffee club",
    amount: sampleAmount(currency),
    chargeAt: inDays(now, 3),
  }),
});
