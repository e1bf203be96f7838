import { readLinePrices } from "../../billing/prices/price-change-row.ts";
import { mailFormatsOf } from "../../mail/templates/mail-formats.ts";
import { fillVariables } from "../../mail/templates/variables.ts";
import { languageOf, MAIL_TEXTS } from "../../mail/texts/languages.ts";
import { hasFirst } from "../notice-of-change.ts";
import type { AskedCustomer } from "./find-asked.ts";

/** The question as its page puts it, in the customer's language. */
export interface ConsentWords {
  language: string;
  title: string;
  question: string;
  facts: [label: string, value: string][];
  /** What the customer is told once the question is not open. */
  outcomes: Readonly<Record<"agreed" | "declined" | "over" | "stopped" | "canceled", string>>;
  labels: Readonly<Record<"agree" | "decline" | "cancel", string>>;
}

/** Writes the question down. */
export function consentWordsOf(asked: AskedCustomer): ConsentWords {
  const { row, subscription, context, locale } = asked;
  const { change, beforeMinor, afterMinor } = row;
  const { language, locale: written } = languageOf(locale);
  const texts = MAIL_TEXTS[language];
  const { money, day } = mailFormatsOf(written, context.shop.ianaTimezone);
  const { consentPage: words, labels } = texts;
  const { currency } = change;
  const values = { plan: subscription.planName, store: context.shop.name };
  const say = (text: string, at: Date) => fillVariables(text, { ...values, date: day(at) });
  const silence = change.silence === "cancels" ? "cancels" : "keeps";
  const answeredAt = row.answeredAt ?? change.effectiveAt;
  const prices: [string, string][] =
    readLinePrices(row).length === 0
      ? []
      : [
          [labels.before, money({ minor: Number(beforeMinor), currency })],
          [labels.newPrice, money({ minor: Number(afterMinor), currency })],
        ];
  const waits = prices.length > 0 && hasFirst(subscription);
  return {
    language,
    title: say(words.title, change.effectiveAt),
    question: say(words.question, change.effectiveAt),
    facts: [
      ...prices,
      [
        labels.validFrom,
        waits ? `${day(change.effectiveAt)}. ${texts.firstCharges}` : day(change.effectiveAt),
      ],
      ...(change.termsNote ? ([[labels.whatChanges, change.termsNote]] as [string, string][]) : []),
      [labels.withoutAnswer, texts.silence[silence]],
    ],
    outcomes: {
      agreed: say(words.agreed, answeredAt),
      declined: say(words.declined, answeredAt),
      over: say(words.over, change.effectiveAt),
      stopped: say(words.stopped, answeredAt),
      canceled: say(words.canceled, answeredAt),
    },
    labels: words,
  };
}

/** What was agreed to, as it stood on the page: kept with the answer. */
export function answerTextOf({ question, facts, labels }: ConsentWords): string {
  const lines = facts.map(([label, value]) => `${label}: ${value}`);
  return [question, ...lines, labels.agree].join("\n");
}
