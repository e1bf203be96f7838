import { otherDomainForm } from "#app/lib/email-address.ts";
import { loweredByLetter } from "#app/lib/lowered-by-letter.ts";

/** What a search for customers reads, of a row `c`. The index customers_by_text is on this expression. */
export const CUSTOMER_TEXT =
  "lower(coalesce(c.first_name, '') || ' ' || coalesce(c.last_name, '') || ' ' || coalesce(c.email, ''))";

/** More words say nothing more about a person. */
const MOST_WORDS = 10;

/** How many patterns {@link patternsOf} gives: one for each word, and one for another way to write an address. */
export const PATTERNS = MOST_WORDS + 1;

/** Finds a word of a search anywhere in the text, whatever signs it has. */
export function customerPattern(word: string): string {
  return `%${likeText(loweredByLetter(word))}%`;
}

/** A broad search looks no further than so many customers. */
const CANDIDATES = 2000;

/**
 * The statement for a store's customers whose text has each of some words. The store is the first parameter.
 *
 * @param parameter the number of the one that {@link patternsOf} fills: an array of one length, so that there is one statement.
 */
export function customersByWords(parameter: number): string {
  return `SELECT c.id FROM customers c WHERE c.shop_id = $1 AND ${hasWords(parameter)} LIMIT ${CANDIDATES}`;
}

/**
 * The same, or the customer whose number on the platform is searched for.
 *
 * @param parameter the number of the first of the two that {@link searchedFor} fills.
 */
export function customersSearched(parameter: number): string {
  return `
    SELECT id FROM (${customersByWords(parameter)}) named
    UNION SELECT p.id FROM customers p WHERE p.shop_id = $1 AND p.platform_customer_id = $${parameter + 1}`;
}

/** The values for {@link customersSearched}. The number of nobody where the words are none. */
export function searchedFor(
  words: readonly string[],
): [patterns: (string | null)[], number: string] {
  const [first = ""] = words;
  const isNumber = words.length === 1 && /^\d{1,15}$/.test(first);
  return [patternsOf(words), isNumber ? first : "0"];
}

/** Whether the text of a customer `c` has each of the words in the parameter that {@link patternsOf} fills. */
export function hasWords(parameter: number): string {
  const like = (at: number) => `${CUSTOMER_TEXT} LIKE ($${parameter}::text[])[${at}]`;
  const others = Array.from({ length: MOST_WORDS - 1 }, (_, at) => like(at + 2));
  return [`(${like(1)} OR ${like(PATTERNS)})`, ...others].join(" AND ");
}

/** Whether it has the one word in the parameter that {@link customerPattern} fills. */
export function hasWord(parameter: number): string {
  return `${CUSTOMER_TEXT} LIKE $${parameter}::text`;
}

/** The index holds three letters or digits in a row: a word without them is not found by it. */
export function isIndexed(word: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(word.replace(VARYING, " "));
}

/** Whether a word of a customer `c` begins as the parameter says that {@link beginningsOf} fills. */
export function hasBeginning(parameter: number): string {
  const [first, further] = [1, 2].map(
    (at) => `${CUSTOMER_TEXT} LIKE ($${parameter}::text[])[${at}]`,
  );
  return `(${first} OR ${further})`;
}

/**
 * What is too short for the index is looked for where a word begins, which it knows as well: at the very beginning, and behind a space.
 * Nothing is found by signs alone.
 */
export function beginningsOf(words: readonly string[]): [string | null, string | null] {
  const text = likeText(loweredByLetter(words.join(" ")));
  return /[\p{L}\p{N}]/u.test(text) ? [`${text}%`, `% ${text}%`] : [null, null];
}

/**
 * What one person's name is written with in several ways: apostrophes and hyphens, of which a keyboard has one, and a sigma, whose small
 * form at the end of a word no database writes for a capital.
 */
const VARYING = /['’‘ʼ`´′‐‑‒–—−σς-]/gu;

/**
 * A text for LIKE, whose signs mean themselves, but for those that vary: there any sign will do, and the index still has the letters
 * around them. An address is one text, signs and all.
 */
export function likeText(text: string): string {
  const literal = text.replace(/[\\%_]/g, "\\$&");
  return text.includes("@") ? literal : literal.replace(VARYING, "_");
}

/**
 * As many patterns of a search's words as the statement has places: the first again where there is no other. An address whose domain has
 * two forms comes first, its other form at the end, and what both begin with where there is no other word.
 */
export function patternsOf(words: readonly string[]): (string | null)[] {
  const address = words.find((word) => otherForm(word) !== null);
  const others = words.filter((word) => word !== address);
  const first = address ?? others.shift() ?? "";
  const other = otherForm(first);
  const inBoth = other === null ? first : commonBeginning(first, other);
  return [
    customerPattern(first),
    ...Array.from({ length: MOST_WORDS - 1 }, (_, at) => customerPattern(others[at] ?? inBoth)),
    other && customerPattern(other),
  ];
}

function commonBeginning(one: string, another: string): string {
  let length = 0;
  while (length < one.length && one[length] === another[length]) length += 1;
  return one.slice(0, length);
}

/** A word that is an address or a domain, whose domain has another form; null for any other word. */
export function otherForm(word: string): string | null {
  return /[@.]/.test(word) ? otherDomainForm(word) : null;
}
