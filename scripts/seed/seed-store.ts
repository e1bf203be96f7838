import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import type { Database } from "#app/lib/db.ts";
import { fillStore } from "./fill-store.ts";
import { finishFacts, finishSummaries } from "./finish-store.ts";
import { openStore } from "./open-store.ts";
import type { SeedCommand } from "./seed-command.ts";
import { SeedProgress } from "./seed-progress.ts";

/**
 * Fills a store. All its facts are there at once: a run that is stopped leaves a store without any, which can be filled
 * again.
 *
 * @param only.facts leaves out what is summed up from them, and the rows of the exports.
 * @throws UserFacingError for a store that cannot be filled.
 */
export async function seedStore(
  db: Database,
  command: SeedCommand,
  print: (line: string) => void,
  only: { facts?: boolean } = {},
): Promise<void> {
  const began = performance.now();
  const progress = new SeedProgress(print);
  const { shop, store } = await openStore(db, command, progress);
  progress.say(`Filling ${shop.domain} up to ${store.calendar.minute(store.calendar.now)} …`);
  const client = await db.pool.connect();
  try {
    await client.query("BEGIN");
    // Sorting the orders in memory or in few pieces.
    await client.query("SET LOCAL work_mem = '256MB'");
    // Each table of millions of rows is one statement, which may take as long as one of a migration.
    await client.query("SET LOCAL statement_timeout = '6h'");
    await fillStore(client, store, command, progress);
    await finishFacts(client, store);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
  await analyzeGrownTables(db.pool);
  if (!only.facts) await finishSummaries(db, shop, progress);
  const seconds = Math.round((performance.now() - began) / 1000);
  progress.say(`${shop.domain} is filled, in ${seconds} s.`);
}
