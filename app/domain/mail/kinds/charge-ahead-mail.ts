import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import {
  amount,
  defineMailKind,
  inDays,
  instant,
  type MailLabel,
  planName,
  sampleAmount,
} from "./mail-kind-module.ts";

/** A kind of mail that announces a charge, which its table names by `label`; `plan` is the plan of its preview. */
export function chargeAheadMail<const K extends string>(
  kind: K,
  { label, plan }: { label: MailLabel; plan: string },
) {
  return defineMailKind({
    kind,
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
      [label, day(data.chargeAt)],
    ],
    button: () => null,
    about: ({ subscriptionId, chargeAt }) => ({ kind: "charge", subscriptionId, chargeAt }),
    sample: (now, currency) => ({
      ...{ subscriptionId: 1n, planName: plan },
      ...{ amount: sampleAmount(currency), chargeAt: inDays(now, 3) },
    }),
  });
}
