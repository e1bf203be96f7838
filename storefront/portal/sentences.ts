import { make } from "#storefront/make.ts";
import { moneyFormat } from "#storefront/money/money-format.ts";
import type { WordKey, Words } from "./words/en.ts";

/** Words, dates and amounts in the page's language. */
export interface Sentences {
  readonly language: string;
  /** A text with the values in its places. */
  say(key: WordKey, values?: Readonly<Record<string, string | Node>>): DocumentFragment;
  /** @param day `YYYY-MM-DD`. */
  date(day: string): HTMLElement;
  /**
   * @param minor in the currency's minor unit. Keeps its own direction among words of the other one. Of a contract it is an amount to be
   * charged, which taxes may come on top of.
   */
  money(minor: number, of: Currency): HTMLElement;
}

/** What an answer says beside an amount, of a contract or of a charge. */
export interface Currency {
  currency: string;
  /** How many decimals its minor unit is. A server of an older version does not say. */
  currency_digits?: number;
  plus_tax?: boolean;
}

export function createSentences(words: Words, language: string): Sentences {
  const days = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  const say: Sentences["say"] = (key, values = {}) => {
    const made = document.createDocumentFragment();
    const parts = words[key].split(/\{(\w+)\}/);
    made.append(...parts.map((part, at) => (at % 2 ? (values[part] ?? "") : part)));
    return made;
  };
  const money: Sentences["money"] = (
    minor,
    { currency, currency_digits: digits = 2, plus_tax },
  ) => {
    const amount = moneyFormat(language, currency, digits).format(minor / 10 ** digits);
    return make("bdi", {}, amount + (plus_tax ? words.plus_tax : ""));
  };
  return {
    language,
    say,
    date: (day) => make("time", { dateTime: day }, days.format(new Date(day))),
    money,
  };
}
