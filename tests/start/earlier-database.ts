import pg from "pg";
import { onTestFinished } from "vitest";
import { migrateDatabase } from "#scripts/database/migrate-database.ts";
import { startTemporaryPostgres } from "#scripts/postgres/start-temporary-postgres.ts";
import { migrationsBefore } from "./earlier-migrations.ts";

/** A database as it was before a migration, for one test. */
export interface EarlierDatabase {
  client: pg.Client;
  /** Runs that migration and all after it. */
  migrate(): Promise<unknown>;
}

/** @param name the migration's folder, for example "0089_currency_digits". */
export async function databaseBefore(name: string): Promise<EarlierDatabase> {
  const server = await startTemporaryPostgres({ inMemory: true });
  const client = new pg.Client({ connectionString: server.databaseUrl });
  onTestFinished(async () => {
    await client.end();
    await server.stop();
  });
  await migrateDatabase(server.databaseUrl, migrationsBefore(name));
  await client.connect();
  return { client, migrate: () => migrateDatabase(server.databaseUrl) };
}
