import { z } from "zod";
import { idText } from "#app/lib/queue.ts";
import {
  amount,
  defineMailKind,
  inDays,
  instant,
  planName,
  sampleAmount,
} from "../mail-kind-module.ts";

/** A charge is near. */
export const upcomingRenewalMail = defineMailKind({
  kind: "upcoming_renewal",
  data: z.object({ subscriptionId: idText, planName, amount, chargeAt: instant }),
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
  announces: ({ subscriptionId, chargeAt }) => ({ subscriptionId, chargeAt }),
  sample: (now, currency) => ({
    subscriptionId: 1n,
    planName: "Coffee every month",
    amount: sampleAmount(currency),
    chargeAt: inDays(now, 3),
  }),
});
