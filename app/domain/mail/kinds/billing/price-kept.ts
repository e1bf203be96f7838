import { z } from "zod";
import { amount, defineMailKind, planName, sampleAmount } from "../mail-kind-module.ts";

/** A new price that the customer was told of does not come. */
export const priceKeptMail = defineMailKind({
  kind: "price_kept",
  data: z.object({ planName, amount }),
  isOptional: false,
  isRequired: true,
  values: (data, { money }) => ({ plan: data.planName, price: money(data.amount) }),
  facts: (data, { money }) => [
    ["plan", data.planName],
    ["amount", money(data.amount)],
  ],
  button: () => null,
  sample: (_now, currency) => ({ planName: "Coffee every month", amount: sampleAmount(currency) }),
});

/** New terms that the customer was told of do not come. */
export const termsKeptMail = defineMailKind({
  kind: "terms_kept",
  data: z.object({ planName }),
  isOptional: false,
  isRequired: true,
  values: (data) => ({ plan: data.planName }),
  facts: (data) => [["plan", data.planName]],
  button: () => null,
  sample: () => ({ planName: "Coffee every month" }),
});
