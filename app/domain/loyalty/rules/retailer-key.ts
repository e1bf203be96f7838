import { withoutInvisible } from "#app/lib/line-text.ts";

/**
 * A retailer's name, the same for all ways of writing it: width, case, blanks and characters that nobody sees do not count.
 * It is compared, and never shown.
 */
export function retailerKey(name: string): string {
  // What is written in one case or the other, as ß and SS, is the same in small letters of capitals.
  const folded = withoutInvisible(name.normalize("NFKC")).toUpperCase().toLowerCase();
  return folded.normalize("NFKC").split(/\s+/).filter(Boolean).join(" ");
}
