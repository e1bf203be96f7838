import { UserFacingError } from "#scripts/process/user-facing-error.ts";
import { readStartSettings } from "#scripts/start/start-settings.ts";
import { findRunningDatabase } from "./find-running-database.ts";

/**
 * The address of the database that a command works on: that of DATABASE_URL, else of the demo that is running.
 *
 * @throws UserFacingError where there is neither.
 */
export function databaseAddress(): string {
  const { databaseUrl, dataDirectory } = readStartSettings(process.env);
  const url = databaseUrl ?? findRunningDatabase(dataDirectory);
  if (url) return url;
  throw new UserFacingError(
    `No database: set DATABASE_URL, or start the demo of ${dataDirectory} with npm start.`,
  );
}
