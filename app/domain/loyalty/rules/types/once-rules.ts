import { z } from "zod";
import type { PlainFactKind } from "../../facts/fact.ts";
import { countEach } from "../count-each.ts";
import type { RuleTypeModule } from "../rule-type-module.ts";

const settings = z.strictObject({});

/** A reward for what a customer can do once. */
function onceRule(kind: PlainFactKind): RuleTypeModule<z.infer<typeof settings>> {
  return {
    settings,
    hears: [kind],
    countsAt: (fact) => fact.at,
    count: (input) => countEach(input, { keyOf: () => "once" }),
  };
}

/** For the first visit of a customer who is signed in. */
export const createAccount = onceRule("account");
/** For agreeing to marketing by email. */
export const emailSubscription = onceRule("email_consent");
/** For agreeing to marketing by text message. */
export const smsSubscription = onceRule("sms_consent");
