/** What a search for customers reads, of a row `c`. The index customers_by_text is on this expression. */
export const CUSTOMER_TEXT =
  "lower(coalesce(c.first_name, '') || ' ' || coalesce(c.last_name, '') || ' ' || coalesce(c.email, ''))";

/** More words say nothing more about a person. */
export const MOST_WORDS = 10;

/** Finds a word anywhere in the text, whatever signs it has. */
export function customerPattern(word: string): string {
  return `%${word.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
}
