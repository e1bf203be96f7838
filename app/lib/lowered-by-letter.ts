/** A text in lower case as databases write it: each letter by itself, so that Σ is never ς and İ is i. */
export function loweredByLetter(text: string): string {
  return Array.from(text, (letter) => [...letter.toLowerCase()][0]).join("");
}
