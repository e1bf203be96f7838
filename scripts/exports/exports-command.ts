import { parseArgs } from "node:util";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";

export const EXPORTS_USAGE = `Usage: npm run exports -- COMMAND [options]

  status     how many rows each export of a store has, and what they were made for
  build      makes rows that are missing, or were made for another zone, currency or form
  rebuild    makes all rows anew; readers get the old ones until the new ones are there

  --shop DOMAIN    which store; needed when there is more than one

The database is that of DATABASE_URL, else of the demo that npm start is running (DATA_DIR).`;

/** What the command line asks for. */
export interface ExportsCommand {
  action: "status" | "build" | "rebuild";
  shop: string | null;
}

/**
 * Reads the words after `npm run exports --`.
 *
 * @returns null when help was asked for.
 * @throws UserFacingError that names the word which is wrong or missing.
 */
export function parseExportsCommand(words: readonly string[]): ExportsCommand | null {
  const { values, positionals } = readWords(words);
  const [action, another] = positionals;
  if (values.help || action === "help") return null;
  if (another !== undefined) throw misused(`“${another}” is one word too many.`);
  const shop = values.shop ?? null;
  if (action === "status" || action === "build" || action === "rebuild") return { action, shop };
  throw misused(action ? `There is no command “${action}”.` : "Say what to do.");
}

function readWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { shop: { type: "string" }, help: { type: "boolean", short: "h" } },
    });
  } catch (error) {
    throw misused(error instanceof Error ? error.message : String(error));
  }
}

function misused(problem: string): UserFacingError {
  return new UserFacingError(`${problem}\n\n${EXPORTS_USAGE}`);
}
