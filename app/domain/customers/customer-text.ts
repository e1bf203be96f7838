/** What a search for customers reads, of a row `c`. The index customers_by_text is on this expression. */
export const CUSTOMER_TEXT =
  "lower(coalesce(c.first_name, '') || ' ' || coalesce(c.last_name, '') || ' ' || coalesce(c.email, ''))";

/** More words say nothing more about a person. */
export const MOST_WORDS = 10;

/** Finds a word anywhere in the text, whatever signs it has. */
export function customerPattern(word: string): string {
  return `%${word.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
}

/** A broad search looks no further than so many customers. */
const CANDIDATES = 2000;

/**
 * The statement for a store's customers whose text has each of some words. The store is the first parameter.
 *
 * @param parameter the number of the one that {@link patternsOf} fills: an array of one length, so that there is one statement.
 */
export function customersByWords(parameter: number): string {
  const each = Array.from(
    { length: MOST_WORDS },
    (_, at) => `${CUSTOMER_TEXT} LIKE ($${parameter}::text[])[${at + 1}]`,
  );
  return `SELECT c.id FROM customers c WHERE c.shop_id = $1 AND ${each.join(" AND ")} LIMIT ${CANDIDATES}`;
}

/** As many patterns as the statement has places: the first word again where there is no other. */
export function patternsOf(words: readonly string[]): string[] {
  const [first = ""] = words;
  return Array.from({ length: MOST_WORDS }, (_, at) => customerPattern(words[at] ?? first));
}
