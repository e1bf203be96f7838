import { describeDatabase } from "./database/connect-database.ts";
import { migrateDatabase } from "./database/migrate-database.ts";
import { runCommand } from "./process/run-command.ts";
import { UserFacingError } from "./process/user-facing-error.ts";

await runCommand(async () => {
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) {
    throw new UserFacingError(
      "DATABASE_URL is not set: npm run migrate needs the address of the database (npm start migrates its own).",
    );
  }
  const applied = await migrateDatabase(databaseUrl);
  const name = describeDatabase(databaseUrl);
  if (applied.length === 0) console.log(`The database at ${name} is up to date.`);
  else console.log(`Migrated the database at ${name}: ${applied.join(", ")}.`);
});
