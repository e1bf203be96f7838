import { z } from "zod";
import {
  amount,
  defineMailKind,
  inDays,
  instant,
  planName,
  sampleAmount,
} from "../mail-kind-module.ts";

/** A charge that had failed went through. */
export const paymentRecoveredMail = defineMailKind({
  kind: "payment_recovered",
  data: z.object({ planName, amount, nextChargeAt: instant.nullable() }),
  isOptional: false,
  values: (data, { money }) => ({ plan: data.planName, amount: money(data.amount) }),
  facts: (data, { money, day }) => [
    ["plan", data.planName],
    ["amount", money(data.amount)],
    data.nextChargeAt && ["nextCharge", day(data.nextChargeAt)],
  ],
  button: () => null,
  sample: (now, currency) => ({
    planName: "Coffee every month",
    amount: sampleAmount(currency),
    nextChargeAt: inDays(now, 30),
  }),
});
