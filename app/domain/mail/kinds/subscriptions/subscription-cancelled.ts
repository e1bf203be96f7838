import { z } from "zod";
import {
  amount,
  defineMailKind,
  inDays,
  instant,
  planName,
  sampleAmount,
} from "../mail-kind-module.ts";

/** The receipt of a cancellation. Of credit: what stays, and what goes with the last day of its use. */
export const subscriptionCancelledMail = defineMailKind({
  kind: "subscription_cancelled",
  data: z.object({
    planName,
    cancelledAt: instant,
    /** The end of what is paid; null when nothing is left of it. */
    endsAt: instant.nullable(),
    creditKept: amount.nullable(),
    creditEnding: z.array(amount.extend({ until: instant })).max(10),
    /** Named where the customer did not cancel it themselves. Mails of the version before have none. */
    why: z.enum(["noAnswer"]).nullable().default(null),
  }),
  isOptional: false,
  values: (data, { day }) => ({ plan: data.planName, date: day(data.cancelledAt) }),
  facts: (data, { money, day }) => [
    ["plan", data.planName],
    ["cancelledOn", day(data.cancelledAt)],
    data.why && ["reason", { why: data.why }],
    data.endsAt && ["endsOn", day(data.endsAt)],
    data.creditKept && ["creditKept", money(data.creditKept)],
    ...data.creditEnding.map(
      (credit) => ["creditEnding", `${money(credit)} · ${day(credit.until)}`] as const,
    ),
  ],
  button: () => null,
  sample: (now, currency) => ({
    planName: "Coffee club",
    cancelledAt: now,
    endsAt: inDays(now, 12),
    creditKept: sampleAmount(currency),
    creditEnding: [{ ...sampleAmount(currency), until: inDays(now, 12) }],
    why: null,
  }),
});
