import { lineText } from "./line-text.ts";
import { loweredByLetter } from "./lowered-by-letter.ts";

/**
 * What somebody typed to search for, as SQL writes the texts that it is compared with: of one line, composed, lowered letter by letter. Signs
 * of direction come along when a name or an address is copied.
 */
export function searchText(typed: string): string {
  return loweredByLetter(lineText(typed).normalize("NFC"));
}

/** Its words; none where nothing was typed. */
export function searchWords(typed: string): string[] {
  return searchText(typed).split(/\s+/).filter(Boolean);
}
