import { parseArgs } from "node:util";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";

export const KEYS_USAGE = `Usage: npm run keys -- COMMAND [options]

  list                                    the store's keys
  create --name NAME [--scopes A,B]       makes a key and prints it, this once
  rotate --key ID [--overlap-hours H]     replaces a key; the old one works H hours more (0 to 72, default 24)
  revoke --key ID                         ends a key at once

  --shop DOMAIN    which store; needed when there is more than one

The database is that of DATABASE_URL, else of the demo that npm start is running (DATA_DIR).`;

/** What the command line asks for. */
export type KeysCommand = { shop: string | null } & (
  | { action: "list" }
  | { action: "create"; name: string; scopes: string[] | null }
  | { action: "rotate"; keyId: bigint; overlapHours: number }
  | { action: "revoke"; keyId: bigint }
);

const DEFAULT_OVERLAP_HOURS = 24;

/**
 * Reads the words after `npm run keys --`.
 *
 * @returns null when help was asked for.
 * @throws UserFacingError that names the word which is wrong or missing.
 */
export function parseKeysCommand(words: readonly string[]): KeysCommand | null {
  const { values, positionals } = readWords(words);
  const [action, ...rest] = positionals;
  if (values.help || action === "help") return null;
  if (rest.length > 0) throw misused(`“${rest[0]}” is one word too many.`);
  const shop = values.shop ?? null;
  switch (action) {
    case "list":
      return { action, shop };
    case "create": {
      const scopes = values.scopes?.split(/[\s,]+/).filter(Boolean) ?? null;
      return { action, shop, name: needed(values.name, "--name"), scopes };
    }
    case "rotate":
      return { action, shop, keyId: readKeyId(values.key), overlapHours: readHours(values) };
    case "revoke":
      return { action, shop, keyId: readKeyId(values.key) };
    default:
      throw misused(action ? `There is no command “${action}”.` : "Say what to do.");
  }
}

function readWords(words: readonly string[]) {
  const option = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        shop: option,
        name: option,
        scopes: option,
        key: option,
        "overlap-hours": option,
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw misused(error instanceof Error ? error.message : String(error));
  }
}

function readKeyId(text: string | undefined): bigint {
  const id = needed(text, "--key");
  if (!/^[1-9]\d{0,17}$/.test(id)) throw misused("--key takes the number that list shows.");
  return BigInt(id);
}

function readHours(values: { "overlap-hours"?: string | undefined }): number {
  const text = values["overlap-hours"];
  if (text === undefined) return DEFAULT_OVERLAP_HOURS;
  if (!/^\d{1,3}$/.test(text)) throw misused("--overlap-hours takes a whole number from 0 to 72.");
  return Number(text);
}

function needed(value: string | undefined, name: string): string {
  if (value === undefined || value.trim() === "") throw misused(`${name} is missing.`);
  return value;
}

function misused(problem: string): UserFacingError {
  return new UserFacingError(`${problem} "npm run keys -- help" shows how.`);
}
