import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineMailKind, inDays, instant, type MailLabel, planName } from "./mail-kind-module.ts";
import { plannedCharge, sampleCharge } from "./planned-charge.ts";

/**
 * A kind of mail that announces a charge, which its table names by `label`; `plan` is the plan of its preview. `words` says what the
 * `{{ amount }}` of its texts is: the whole price, or what is left of it to pay after store credit.
 */
export function chargeAheadMail<const K extends string>(
  kind: K,
  { label, plan, words }: { label: MailLabel; plan: string; words: "price" | "to_pay" },
) {
  return defineMailKind({
    kind,
    data: z.object({
      subscriptionId: idText,
      planName,
      amount: plannedCharge,
      /** What store credit pays of it as of now, in its minor units. */
      creditMinor: z.int().default(0),
      chargeAt: instant,
    }),
    isOptional: false,
    values: ({ planName: name, amount, creditMinor, chargeAt }, { charge, day }) => ({
      plan: name,
      amount: charge(words === "price" ? amount : { ...amount, minor: amount.minor - creditMinor }),
      date: day(chargeAt),
    }),
    facts: (data, { charge, money, day }) => [
      ["plan", data.planName],
      ["amount", charge(data.amount)],
      data.creditMinor > 0
        ? ["paidByCredit", money({ ...data.amount, minor: data.creditMinor })]
        : null,
      [label, day(data.chargeAt)],
    ],
    button: () => null,
    about: ({ subscriptionId, chargeAt }) => ({ kind: "charge", subscriptionId, chargeAt }),
    sample: (now, currency) => ({
      ...{ subscriptionId: 1n, planName: plan },
      ...{ amount: sampleCharge(currency), creditMinor: 0, chargeAt: inDays(now, 3) },
    }),
  });
}
