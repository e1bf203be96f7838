import { z } from "zod";
import {
  amount,
  defineMailKind,
  inDays,
  instant,
  link,
  planName,
  sampleAmount,
} from "./mail-kind-module.ts";

/** A charge failed. `retryAt` is null when no further one is planned until the customer has acted. */
export const paymentFailedMail = defineMailKind({
  kind: "payment_failed",
  data: z.object({ planName, amount, updateUrl: link, retryAt: instant.nullable() }),
  isOptional: false,
  values: (data, { money }) => ({ plan: data.planName, amount: money(data.amount) }),
  facts: (data, { money, day }) => [
    ["plan", data.planName],
    ["amount", money(data.amount)],
    data.retryAt && ["nextTry", day(data.retryAt)],
  ],
  button: ({ updateUrl }) => ({ label: "updatePayment", url: updateUrl }),
  sample: (now, currency) => ({
    planName: "Coffee every month",
    amount: sampleAmount(currency),
    updateUrl: "https://example.com/payment",
    retryAt: inDays(now, 2),
  }),
});
