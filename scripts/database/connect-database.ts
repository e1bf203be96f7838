import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { withOptions } from "#app/lib/session.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";

const oldestVersion = 15;
const connectWithinMs = 5000;
const startingUpWithinMs = 10_000;
const startingUpCode = "57P03";
/** An index of a table of many million rows takes an hour or two; what takes longer waits for what does not come. */
const longestStatementHours = 6;

/** Settings of every session of a command. */
export const commandOptions = `-c timezone=UTC -c statement_timeout=${longestStatementHours}h`;

/**
 * Opens one connection for a command. Throws a UserFacingError that names the server, never the
 * password, when it cannot be reached, refuses us, or is older than version 15. A server that is
 * still starting up is waited for.
 */
export async function connectDatabase(databaseUrl: string): Promise<pg.Client> {
  const name = describeDatabase(databaseUrl);
  const deadline = performance.now() + startingUpWithinMs;
  for (;;) {
    const client = new pg.Client({
      ...withOptions(databaseUrl, commandOptions),
      connectionTimeoutMillis: connectWithinMs,
    });
    try {
      await client.connect();
      await assertServerVersion(client, name);
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if (error instanceof UserFacingError) throw error;
      if (codeOf(error) !== startingUpCode || performance.now() > deadline) {
        throw new UserFacingError(`The database at ${name} cannot be used: ${explain(error)}.`);
      }
    }
    await delay(100);
  }
}

/** Host, port and name of a database address, without user and password. */
export function describeDatabase(databaseUrl: string): string {
  try {
    const { hostname, port, pathname } = new URL(databaseUrl);
    return `${hostname}:${port === "" ? "5432" : port}${pathname}`;
  } catch {
    throw new UserFacingError(
      "DATABASE_URL is not an address: it should look like postgres://user:password@host:5432/name.",
    );
  }
}

async function assertServerVersion(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>("SHOW server_version_num");
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (version >= oldestVersion) return;
  throw new UserFacingError(
    `The database at ${name} is too old: it is PostgreSQL ${version}, and ${oldestVersion} or newer is needed.`,
  );
}

export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

function explain(error: unknown): string {
  const code = codeOf(error);
  if (code === "ECONNREFUSED") return "nothing answers there (connection refused)";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "its host name is not known";
  if (code === "28P01") return "it refuses the user name or the password";
  if (code === "3D000") return "there is no database of that name";
  const message = error instanceof Error ? error.message : String(error);
  return /timeout/i.test(message)
    ? `no answer within ${connectWithinMs / 1000} seconds`
    : message.split("\n").join(" ");
}
