import type { AppError, AppErrorCode, Refusal } from "#app/lib/app-error.ts";
import { languageOf, type MailLanguage } from "../mail/texts/languages.ts";
import { REFUSAL_REASONS, type RefusalReason, type RefusalWords } from "./refusal-reasons.ts";
import { fillWords } from "./refuse.ts";
import { de } from "./words/de.ts";
import { en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { ja } from "./words/ja.ts";

export const REFUSAL_WORDS: Readonly<Record<MailLanguage, RefusalWords>> = { en, de, es, fr, ja };

/** For errors that name no reason. */
const OF_CODE: Readonly<Partial<Record<AppErrorCode, RefusalReason>>> = {
  invalid_input: "any_input",
  malformed_request: "any_input",
  not_found: "any_missing",
  rate_limited: "any_hurry",
  platform_unavailable: "any_outage",
};

/** What a shopper reads of an error, in the language of their page. */
interface WordedError {
  message: string;
  /** By field: what is wrong with it. */
  fields: Record<string, string[]>;
}

/**
 * @param lang language tag of the page; English where there are no words in its language.
 * @param labelOf what the page calls a field, such as `address.city`.
 */
export function wordError(
  { code, refusals }: AppError,
  lang: string,
  labelOf: (language: MailLanguage, field: string) => string,
): WordedError {
  const { language, locale } = languageOf(lang);
  const words = REFUSAL_WORDS[language];
  const say = ({ reason, field, values }: Refusal) => {
    const label = field === null ? "" : labelOf(language, field);
    const shown = { ...values, field: label, ...dayOf(values, locale) };
    return fillWords(words[isReason(reason) ? reason : "any_refusal"], shown);
  };
  const fields: Record<string, string[]> = {};
  for (const refusal of refusals) {
    if (refusal.field !== null) fields[refusal.field] = [say(refusal)];
  }
  const sentences = refusals.length ? refusals.map(say) : [words[OF_CODE[code] ?? "any_refusal"]];
  return { message: sentences.join(language === "ja" ? "" : " "), fields };
}

function isReason(reason: string): reason is RefusalReason {
  return Object.hasOwn(REFUSAL_REASONS, reason);
}

function dayOf({ day }: Refusal["values"], locale: string): { day?: string } {
  if (typeof day !== "string") return {};
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return { day: format.format(new Date(day)) };
}
