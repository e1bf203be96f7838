/** What a search for customers reads, of a row `c`. The index customers_by_text is on this expression. */
export const CUSTOMER_TEXT =
  "lower(coalesce(c.first_name, '') || ' ' || coalesce(c.last_name, '') || ' ' || coalesce(c.email, ''))";

/** More words say nothing more about a person. */
export const MOST_WORDS = 10;

/** Finds a word anywhere in the text, whatever signs it has. */
export function customerPattern(word: string): string {
  return `%${literal(word.toLowerCase())}%`;
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

/** Whether the text of a customer `c` has each of the words in the parameter that {@link patternsOf} fills. */
export function hasWords(parameter: number): string {
  return Array.from(
    { length: MOST_WORDS },
    (_, at) => `${CUSTOMER_TEXT} LIKE ($${parameter}::text[])[${at + 1}]`,
  ).join(" AND ");
}

/** Whether it has the one word in the parameter that {@link customerPattern} fills. */
export function hasWord(parameter: number): string {
  return `${CUSTOMER_TEXT} LIKE $${parameter}::text`;
}

/** The index holds three letters or digits in a row: a word without them is not found by it. */
export function isIndexed(word: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(word);
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
  const text = literal(words.join(" ").toLowerCase());
  return /[\p{L}\p{N}]/u.test(text) ? [`${text}%`, `% ${text}%`] : [null, null];
}

/** A text whose signs mean themselves in LIKE. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** As many patterns as the statement has places: the first word again where there is no other. */
export function patternsOf(words: readonly string[]): string[] {
  const [first = ""] = words;
  return Array.from({ length: MOST_WORDS }, (_, at) => customerPattern(words[at] ?? first));
}
