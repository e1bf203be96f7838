import { connectDatabase, describeDatabase } from "./database/connect-database.ts";
import { listPendingMigrations } from "./database/migrate-database.ts";
import { distributeDatabase } from "./distribute/distribute-database.ts";
import { runCommand } from "./process/run-command.ts";
import { UserFacingError } from "./process/user-facing-error.ts";

await runCommand(async () => {
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) {
    throw new UserFacingError(
      "DATABASE_URL is not set: npm run distribute needs the address of the database on the coordinator.",
    );
  }
  const name = describeDatabase(databaseUrl);
  const pending = await listPendingMigrations(databaseUrl);
  if (pending.length > 0) {
    throw new UserFacingError(
      `The database at ${name} lacks ${pending.join(", ")}: run "npm run migrate" first.`,
    );
  }
  const client = await connectDatabase(databaseUrl);
  try {
    const { tables, functions } = await distributeDatabase(client, name);
    console.log(
      tables.length + functions.length === 0
        ? `The database at ${name} is distributed already.`
        : `Distributed the database at ${name}: ${tables.length} tables, ${functions.length} functions.`,
    );
  } finally {
    await client.end();
  }
});
