import { isTimeZone } from "./zoned-time.ts";

// The runtime and the database each bring a list of zones of their own, of different years where an operator updates only one of
// them, and with different old spellings. What both know by the same name can be counted in by both. In a statement, however,
// PostgreSQL takes a name that is an abbreviation too (CET) for that: an hour ahead of UTC, in summer as well.

const FALLBACK = "UTC";

let namesOfDatabase: ReadonlySet<string> | null = null;
let working = new Map<string, string>();

interface Asks {
  query(text: string): Promise<{ rows: { name: string }[] }>;
}

let isAsked = false;

/** Asks on the first connection of the process, before anything else is asked there: a store's row names its zone. */
export function learnZonesOnce(database: Asks): void {
  if (isAsked) return;
  isAsked = true;
  learnZones(database).catch(() => {
    isAsked = false;
  });
}

/** Learns which zones the database knows; until then, it is taken to know those of the runtime. */
export async function learnZones(database: Asks): Promise<void> {
  const { rows } = await database.query(
    "SELECT name FROM pg_timezone_names WHERE name NOT IN (SELECT abbrev FROM pg_timezone_abbrevs)",
  );
  namesOfDatabase = new Set(rows.map(({ name }) => name.toLowerCase()));
  working = new Map();
}

/**
 * The zone to count a store's days in: {@link commonZone}, or UTC where there is none, because a store in UTC is better than one
 * that is down. The doctor and `/readyz` report it.
 */
export function workingZone(name: string): string {
  let zone = working.get(name);
  if (zone === undefined) {
    zone = commonZone(name) ?? FALLBACK;
    working.set(name, zone);
  }
  return zone;
}

/** A zone as it was named, or by the name that the runtime has for it, whichever both the runtime and the database know. */
export function commonZone(name: string): string | null {
  return [name, canonicalName(name)].find(isKnownToBoth) ?? null;
}

function isKnownToBoth(name: string | null): name is string {
  if (name === FALLBACK) return true;
  if (name === null || !isTimeZone(name)) return false;
  return namesOfDatabase?.has(name.toLowerCase()) ?? true;
}

function canonicalName(name: string): string | null {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
