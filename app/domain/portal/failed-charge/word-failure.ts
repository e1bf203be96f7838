import { planCharge } from "../../mail/kinds/planned-charge.ts";
import { mailFormatsOf } from "../../mail/templates/mail-formats.ts";
import { languageOf } from "../../mail/texts/languages.ts";
import { fillWords } from "../../refusals/refuse.ts";
import type { Shop } from "../../shops/shop.ts";
import { FAILURE_WORDS } from "./failure-words.ts";
import type { FailedCharge } from "./read-failed-charge.ts";

/**
 * What failed, why, and what to do, in sentences.
 *
 * @param lang language tag of the page; English where there are no words in its language.
 */
export function wordFailure(
  { at, amountMinor, currency, cause, step, retriesAt, retry }: FailedCharge,
  lang: string,
  shop: Pick<Shop, "ianaTimezone" | "taxesOnTop">,
): string {
  const { language, locale } = languageOf(lang);
  const words = FAILURE_WORDS[language];
  const { charge, day } = mailFormatsOf(locale, shop.ianaTimezone);
  const values = {
    ...{ amount: charge(planCharge(shop, amountMinor, currency)), day: day(at) },
    retry: retriesAt ? day(retriesAt) : "",
  };
  const said = [words.failed, words[`is_${cause}`], words[`then_${step}`]];
  if (retry) said.push(words.or_now);
  return said.map((sentence) => fillWords(sentence, values)).join(language === "ja" ? "" : " ");
}
