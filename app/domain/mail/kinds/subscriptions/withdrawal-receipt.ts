import { z } from "zod";
import {
  amount,
  defineMailKind,
  inDays,
  instant,
  planName,
  sampleAmount,
} from "../mail-kind-module.ts";

/** The law's confirmation that a withdrawal has arrived: what it is about, and when it was declared. Nobody can switch it off. */
export const withdrawalReceiptMail = defineMailKind({
  kind: "withdrawal_receipt",
  data: z.object({
    planName,
    /** The number by which the customer finds the contract. */
    contract: z.string(),
    products: z.array(z.string()),
    withdrawnAt: instant,
    /** The latest charge; null where nothing was charged. */
    paid: amount.extend({ at: instant }).nullable(),
  }),
  isOptional: false,
  isRequired: true,
  values: (data, { moment }) => ({ plan: data.planName, date: moment(data.withdrawnAt) }),
  facts: (data, { money, day, moment }) => [
    ["plan", data.planName],
    ["contract", data.contract],
    ...data.products.map((product) => ["product", product] as const),
    ["withdrawnOn", moment(data.withdrawnAt)],
    data.paid && ["lastPaid", `${money(data.paid)} · ${day(data.paid.at)}`],
  ],
  button: () => null,
  sample: (now, currency) => ({
    planName: "Coffee every month",
    contract: "5001",
    products: ["2 × House blend"],
    withdrawnAt: now,
    paid: { ...sampleAmount(currency), at: inDays(now, -3) },
  }),
});
