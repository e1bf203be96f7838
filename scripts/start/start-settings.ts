import { join, resolve } from "node:path";
import { describeDatabase } from "#scripts/database/connect-database.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";
import { readPort } from "./check-port.ts";

/** What `npm start` takes from its environment. */
export interface StartSettings {
  port: number;
  devstorePort: number;
  dataDirectory: string;
  /** Null: use the PostgreSQL of the packages. */
  databaseUrl: string | null;
}

/** Reads PORT, DEVSTORE_PORT, DATA_DIR and DATABASE_URL; throws a UserFacingError that names a bad one. */
export function readStartSettings(environment: NodeJS.ProcessEnv): StartSettings {
  const port = readPort(environment, "PORT", 3000);
  const devstorePort = readPort(environment, "DEVSTORE_PORT", 3001);
  if (port === devstorePort) {
    throw new UserFacingError(
      `PORT and DEVSTORE_PORT are both ${port}: give them different numbers.`,
    );
  }
  const databaseUrl = environment.DATABASE_URL || null;
  if (databaseUrl !== null) describeDatabase(databaseUrl);
  const dataDirectory = environment.DATA_DIR
    ? resolve(environment.DATA_DIR)
    : join(projectRoot, ".data");
  return { port, devstorePort, dataDirectory, databaseUrl };
}
