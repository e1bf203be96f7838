import { z } from "zod";
import { amount, defineMailKind, inDays, instant, sampleAmount } from "../mail-kind-module.ts";

/**
 * The store gave the customer credit, and what they have with it. `expiresAt` is null for credit that stays, `reason` where
 * nobody gave one. A mail that an earlier version has queued knows neither reason nor balance.
 */
export const creditGrantedMail = defineMailKind({
  kind: "credit_granted",
  data: z.object({
    amount,
    expiresAt: instant.nullable(),
    reason: z.string().nullish(),
    balance: amount.nullish(),
  }),
  isOptional: true,
  values: (data, { money }) => ({ amount: money(data.amount) }),
  facts: (data, { money, day }) => [
    ["credit", money(data.amount)],
    data.reason ? ["reason", data.reason] : null,
    ["expires", data.expiresAt && day(data.expiresAt)],
    data.balance ? ["balance", money(data.balance)] : null,
  ],
  button: () => null,
  sample: (now, currency) => ({
    amount: sampleAmount(currency),
    expiresAt: inDays(now, 90),
    reason: "Thank you for your patience",
    balance: sampleAmount(currency),
  }),
});
