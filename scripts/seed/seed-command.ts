import { parseArgs } from "node:util";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";

export const SEED_USAGE = `Usage: npm run seed -- --customers N --orders N --subscriptions N [options]

Fills one store with two years of customers, subscriptions, orders and store credit.

  --customers N       how many customers (0 to 10,000,000)
  --orders N          how many orders, renewals and guests' among them; at least as many as subscriptions
  --subscriptions N   how many subscriptions
  --shop DOMAIN       which store; seeded-SEED.myshopify.com unless given. It is made when it is not there
  --seed N            another number gives another store; 1 unless given
  --until YYYY-MM-DD  the last day of its history; without it the history ends with the hour that is over

The same seed, numbers and last day give the same store. A store that was seeded is filled again from the start;
one that has customers, subscriptions or orders of its own is refused.

The database is that of DATABASE_URL, else of the demo that npm start is running (DATA_DIR).`;

/** What the command line asks for. */
export interface SeedCommand {
  customers: number;
  orders: number;
  subscriptions: number;
  shop: string;
  seed: number;
  /** `YYYY-MM-DD`; null: up to now. */
  until: string | null;
}

const MOST_ROWS = 10_000_000;
const MOST_SEED = 4_294_967_295;

/**
 * Reads the words after `npm run seed --`.
 *
 * @returns null when help was asked for.
 * @throws UserFacingError that names the word which is wrong or missing.
 */
export function parseSeedCommand(words: readonly string[]): SeedCommand | null {
  const { values, positionals } = readWords(words);
  if (values.help || positionals[0] === "help") return null;
  if (positionals.length > 0) throw misused(`“${positionals[0]}” is one word too many.`);
  const command = {
    customers: readCount("--customers", values.customers),
    orders: readCount("--orders", values.orders),
    subscriptions: readCount("--subscriptions", values.subscriptions),
    seed: readNumber("--seed", values.seed ?? "1", MOST_SEED),
    until: readDate(values.until),
  };
  const { customers, orders, subscriptions, seed } = command;
  if (subscriptions > 0 && customers === 0) {
    throw misused("Subscriptions need customers: --customers is 0.");
  }
  if (orders < subscriptions) {
    throw misused("--orders must be at least --subscriptions: each begins with one.");
  }
  return { ...command, shop: readShop(values.shop ?? `seeded-${seed}.myshopify.com`) };
}

function readWords(words: readonly string[]) {
  const option = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        customers: option,
        orders: option,
        subscriptions: option,
        shop: option,
        seed: option,
        until: option,
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw misused(error instanceof Error ? error.message : String(error));
  }
}

function readCount(name: string, text: string | undefined): number {
  if (text === undefined) throw misused(`${name} is missing.`);
  return readNumber(name, text, MOST_ROWS);
}

function readNumber(name: string, text: string, most: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number <= most) return number;
  throw misused(`${name} takes a whole number from 0 to ${most.toLocaleString("en")}.`);
}

function readShop(domain: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,60}\.myshopify\.com$/.test(domain)) return domain;
  throw misused("--shop takes a store's domain, for example seeded-1.myshopify.com.");
}

function readDate(text: string | undefined): string | null {
  if (text === undefined) return null;
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  // A day that does not exist becomes another one, or none.
  if (day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)) return text;
  throw misused("--until takes a day, for example 2026-06-30.");
}

function misused(problem: string): UserFacingError {
  return new UserFacingError(`${problem} "npm run seed -- --help" shows how.`);
}
