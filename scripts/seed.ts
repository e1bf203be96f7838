import { isAppError } from "#app/lib/app-error.ts";
import { openDatabase } from "#app/lib/db.ts";
import { connectDatabase } from "./database/connect-database.ts";
import { databaseAddress } from "./keys/database-address.ts";
import { runCommand } from "./process/run-command.ts";
import { UserFacingError } from "./process/user-facing-error.ts";
import { parseSeedCommand, SEED_USAGE } from "./seed/seed-command.ts";
import { seedStore } from "./seed/seed-store.ts";

await runCommand(async () => {
  const command = parseSeedCommand(process.argv.slice(2));
  if (!command) {
    console.log(SEED_USAGE);
    return;
  }
  const url = databaseAddress();
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
