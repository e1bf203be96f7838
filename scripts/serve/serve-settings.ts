import { type Environment, readEnvironment } from "#app/lib/env.ts";
import { describeDatabase } from "#scripts/database/connect-database.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";
import { readPort } from "../start/check-port.ts";

/** What `npm run serve` takes from its environment beside what it only passes on. */
export interface ServeSettings {
  databaseUrl: string;
  appUrl: string;
  host: string;
  port: number;
  webProcesses: number;
  /** Connections that each process may open. */
  poolSize: number;
}

const required = [
  "DATABASE_URL",
  "SHOPIFY_API_KEY",
  "SHOPIFY_API_SECRET",
  "TOKEN_ENCRYPTION_KEY",
  "APP_URL",
];

const mostWebProcesses = 64;

/** Throws a UserFacingError that names every variable that is missing, or the first that is wrong. */
export function readServeSettings(environment: NodeJS.ProcessEnv): ServeSettings {
  const missing = required.filter((name) => !environment[name]);
  if (missing.length > 0) {
    throw new UserFacingError(
      `Not set: ${missing.join(", ")}. Production needs them all (docs/operations.md).`,
    );
  }
  if (environment.DEVSTORE_URL) {
    throw new UserFacingError("DEVSTORE_URL is set: production talks to the real platform alone.");
  }
  const databaseUrl = environment.DATABASE_URL ?? "";
  describeDatabase(databaseUrl);
  const port = readPort(environment, "PORT", 3000);
  const { APP_URL, DATABASE_POOL_SIZE } = readForProcesses(environment);
  return {
    databaseUrl,
    appUrl: APP_URL,
    host: environment.HOST || "127.0.0.1",
    port,
    webProcesses: readWebProcesses(environment.WEB_CONCURRENCY),
    poolSize: DATABASE_POOL_SIZE,
  };
}

/** What each process will read for itself: a mistake is said once, and before any of them has started. */
function readForProcesses(environment: NodeJS.ProcessEnv): Environment {
  const given = Object.entries(environment).filter(([, value]) => value !== "");
  try {
    return readEnvironment(Object.fromEntries(given));
  } catch (error) {
    const lines = error instanceof Error ? error.message : String(error);
    throw new UserFacingError(`The environment is not right: ${lines.replaceAll("\n", "; ")}.`);
  }
}

function readWebProcesses(text: string | undefined): number {
  if (!text) return 1;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= mostWebProcesses) return count;
  throw new UserFacingError(
    `WEB_CONCURRENCY is "${text}": give the number of web processes, from 1 to ${mostWebProcesses}.`,
  );
}
