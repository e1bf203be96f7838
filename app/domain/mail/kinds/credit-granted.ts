import { z } from "zod";
import { amount, defineMailKind, inDays, instant, sampleAmount } from "./mail-kind-module.ts";

/** The store gave the customer credit; `expiresAt` is null for credit that stays. */
export const creditGrantedMail = defineMailKind({
  kind: "credit_granted",
  data: z.object({ amount, expiresAt: instant.nullable() }),
  isOptional: true,
  values: (data, { money }) => ({ amount: money(data.amount) }),
  facts: (data, { money, day }) => [
    ["credit", money(data.amount)],
    data.expiresAt && ["expires", day(data.expiresAt)],
  ],
  button: () => null,
  sample: (now, currency) => ({ amount: sampleAmount(currency), expiresAt: inDays(now, 90) }),
});
