import { addressSpellings, splitAddress } from "#app/lib/email-address.ts";
import { searchText, searchWords } from "#app/lib/search-words.ts";

/** By what a text names somebody. */
export interface NamedBy {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
}

/** What stands between the words of a text that somebody typed. An address has none of it. */
const BETWEEN_WORDS = /[\s<>"'“”„’(),;:]+/u;
const END_OF_SENTENCE = ".!?…";
/** A single letter, or a sign, names nobody. */
const TWO_LETTERS = /[\p{L}\p{N}].*[\p{L}\p{N}]/u;

/**
 * Whether a text that somebody typed names a person: a word of it is their address, its part before the @, one of their names, or both
 * names written as one. A part of a word is none of these, because it is a part of other people's names too.
 */
export function namesPerson(text: string, { firstName, lastName, email }: NamedBy): boolean {
  const [first, last] = [firstName ?? "", lastName ?? ""];
  const names = [first, last, first + last, last + first].flatMap(searchWords);
  const addresses = email ? addressSpellings(email) : [];
  const mailboxes = addresses.map((address) => splitAddress(address).name);
  const theirs = new Set(
    [...names, ...addresses, ...mailboxes].filter((one) => TWO_LETTERS.test(one)),
  );
  return hasWord(text, theirs);
}

/** Whether a word of a text is one of these, which are written as a search is. */
export function hasWord(text: string, words: ReadonlySet<string>): boolean {
  const said = searchText(text);
  return [...said.split(BETWEEN_WORDS), ...said.split(/\s+/)].some(
    (word) => words.has(word) || words.has(withoutEnd(word)),
  );
}

/** A word without the signs that end a sentence. */
function withoutEnd(word: string): string {
  let length = word.length;
  while (length > 0 && END_OF_SENTENCE.includes(word[length - 1] ?? "")) length -= 1;
  return word.slice(0, length);
}
