import { z } from "zod";
import type { PlainFactKind } from "../../facts/fact.ts";
import { countEach } from "../count-each.ts";
import type { RuleTypeModule } from "../rule-type-module.ts";

const settings = z.strictObject({});

/** A reward for what a customer can do once. */
function onceRule(kind: PlainFactKind, what: string): RuleTypeModule<z.infer<typeof settings>> {
  return {
    settings,
    hears: [kind],
    describe: () => `for ${what}, once`,
    countsAt: (fact) => fact.at,
    count: (input) => countEach(input, { keyOf: () => "once" }),
  };
}

/** For the first visit of a customer who is signed in. */
export const createAccount = onceRule("account", "the first visit with an account");
/** For agreeing to marketing by email. */
export const emailSubscription = onceRule("email_consent", "agreeing to marketing by email");
/** For agreeing to marketing by text message. */
export const smsSubscription = onceRule("sms_consent", "agreeing to marketing by text message");
