import { z } from "zod";
import {
  amount,
  defineMailKind,
  inDays,
  instant,
  planName,
  sampleAmount,
} from "./mail-kind-module.ts";

/** A charge is near. */
export const upcomingRenewalMail = defineMailKind({
  kind: "upcoming_renewal",
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
    ["nextCharge", day(data.chargeAt)],
  ],
  button: () => null,
  sample: (now, currency) => ({
    planName: "Coffee every month",
    amount: sampleAmount(currency),
    chargeAt: inDays(now, 3),
  }),
});
