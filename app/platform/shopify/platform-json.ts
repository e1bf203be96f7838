import { readJson } from "#app/lib/read-json.ts";
import { withKeepableTexts } from "#app/lib/storable-text.ts";

// In JSON, neither a NUL nor half a character can stand but escaped, and most answers have no escape at all.
const ESCAPED = /\\u(?:0000|d[89a-f])/i;

/**
 * Reads JSON of the platform's, with texts that can be kept. Shoppers and other apps write names, notes and attributes there,
 * and one that the database could not hold would keep its order from being stored. Nothing else reads what the platform sends.
 *
 * @throws SyntaxError for what is no JSON.
 */
export function readPlatformJson(text: string): unknown {
  const value = readJson(text);
  return ESCAPED.test(text) ? withKeepableTexts(value) : value;
}
