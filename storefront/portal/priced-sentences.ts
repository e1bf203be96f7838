import type { Currency, Sentences } from "./sentences.ts";
import type { WordKey } from "./words/en.ts";

/** What forms and receipts say besides, which come when the first screen is chosen. */
export interface PricedSentences extends Sentences {
  /** A text with the values in its places, where only a text can stand. */
  text(key: WordKey, values: Readonly<Record<string, string>>): string;
  /** With the amount in its place; the sentence that does without one where it is not known. */
  priced(
    key: PricedKey,
    minor: number | null,
    of: Currency,
    values: Readonly<Record<string, string | Node>>,
  ): DocumentFragment;
}

/** Sentences that there are with an amount and without. */
type PricedKey = {
  [K in WordKey]: `${K}_alone` extends WordKey ? K : never;
}[WordKey];

export function withPrices(sentences: Sentences): PricedSentences {
  const { say, money } = sentences;
  return {
    ...sentences,
    text: (key, values) => say(key, values).textContent ?? "",
    priced: (key, minor, of, values) =>
      minor === null
        ? say(`${key}_alone`, values)
        : say(key, { ...values, amount: money(minor, of) }),
  };
}
