import { isAppError } from "#app/lib/app-error.ts";
import { openDatabase } from "#app/lib/db.ts";
import { connectDatabase } from "./database/connect-database.ts";
import { findRunningDatabase } from "./keys/find-running-database.ts";
import { runCommand } from "./process/run-command.ts";
import { UserFacingError } from "./process/user-facing-error.ts";
import { parseSeedCommand, SEED_USAGE } from "./seed/seed-command.ts";
import { seedStore } from "./seed/seed-store.ts";
import { readStartSettings } from "./start/start-settings.ts";

await runCommand(async () => {
  const command = parseSeedCommand(process.argv.slice(2));
  if (!command) {
    console.log(SEED_USAGE);
    return;
  }
  const { databaseUrl, dataDirectory } = readStartSettings(process.env);
  const url = databaseUrl ?? findRunningDatabase(dataDirectory);
  if (!url) {
    throw new UserFacingError(
      `No database: set DATABASE_URL, or start the demo of ${dataDirectory} with npm start.`,
    );
  }
  // Says in one line what is wrong with the server, which the pool would not.
  await (await connectDatabase(url)).end();
  const db = openDatabase(url, 4);
  try {
    await seedStore(db, command, console.log);
  } catch (error) {
    throw isAppError(error) ? new UserFacingError(error.message) : error;
  } finally {
    await db.close();
  }
});
