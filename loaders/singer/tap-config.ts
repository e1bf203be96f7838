import { parseProxyBase } from "../data-api/proxy-base.ts";
import { LoadError } from "../load-error.ts";

/** What the tap needs to know, from the file that `--config` names. */
export interface TapConfig {
  readonly proxyBase: string;
  readonly key: string;
  /** A day; rows before it are left out where the export can. */
  readonly sinceDate: string | null;
}

/**
 * Reads a configuration: `proxy_base`, `api_key` (or the environment's PERENNIAL_API_KEY) and, if wanted, `start_date`, a
 * day or an instant, of which only the day counts.
 *
 * @throws LoadError that names what is wrong or missing.
 */
export function parseTapConfig(
  value: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): TapConfig {
  if (typeof value !== "object" || value === null) {
    throw new LoadError("The configuration is not a JSON object.");
  }
  const { proxy_base: base, api_key: ownKey, start_date: start } = value as Record<string, unknown>;
  if (typeof base !== "string") throw new LoadError("The configuration has no proxy_base.");
  const key = ownKey ?? environment.PERENNIAL_API_KEY;
  if (typeof key !== "string" || key.trim() === "") {
    throw new LoadError("The configuration has no api_key, and PERENNIAL_API_KEY is not set.");
  }
  return { proxyBase: parseProxyBase(base), key: key.trim(), sinceDate: readDay(start) };
}

function readDay(value: unknown): string | null {
  if (value === undefined || value === null || value === "") return null;
  const day = typeof value === "string" && /^(\d{4}-\d{2}-\d{2})(T.*)?$/.exec(value)?.[1];
  if (!day) throw new LoadError("start_date must begin with a day as YYYY-MM-DD.");
  return day;
}
