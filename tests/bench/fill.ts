import type pg from "pg";
import { connectDatabase } from "#scripts/database/connect-database.ts";

/** Fills a database over a connection of a command: rows by the million take longer than a statement of the app may. */
export async function fill(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = await connectDatabase(databaseUrl);
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
