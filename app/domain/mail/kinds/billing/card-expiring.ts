import { z } from "zod";
import { defineMailKind, inDays, instant, link } from "../mail-kind-module.ts";

/** A card that pays for subscriptions expires soon. */
export const cardExpiringMail = defineMailKind({
  kind: "card_expiring",
  data: z.object({
    brand: z.string().max(40),
    lastDigits: z.string().regex(/^\d{4}$/),
    /** Of the last month in which the card can be used. */
    expiresAt: instant,
    updateUrl: link,
  }),
  isOptional: false,
  values: (data, { month }) => ({
    card: `${data.brand} •••• ${data.lastDigits}`,
    date: month(data.expiresAt),
  }),
  facts: (data, { month }) => [
    ["card", `${data.brand} •••• ${data.lastDigits}`],
    ["expires", month(data.expiresAt)],
  ],
  button: ({ updateUrl }) => ({ label: "updatePayment", url: updateUrl }),
  sample: (now) => ({
    brand: "Visa",
    lastDigits: "4242",
    expiresAt: inDays(now, 20),
    updateUrl: "https://example.com/payment",
  }),
});
