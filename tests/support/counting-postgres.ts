import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { databaseOwner, openCluster } from "#scripts/postgres/create-cluster.ts";
import { openOutsideFolder } from "#scripts/postgres/open-outside-folder.ts";
import { prepareBinaries } from "#scripts/postgres/prepare-binaries.ts";
import { serverEnvironment } from "#scripts/postgres/server-environment.ts";
import { type RunningPostgres, startPostgres } from "#scripts/postgres/start-postgres.ts";
import { makeTemporaryPlace } from "#scripts/postgres/start-temporary-postgres.ts";

/** What a statement has read in one database. */
export interface StatementCost {
  /** With $1, $2 … for its values. */
  text: string;
  calls: number;
  /** Rows that all its calls have answered or changed. */
  rows: number;
  /** Blocks of 8 kB that all its calls have looked at, in memory or not. */
  blocks: number;
}

/**
 * Starts a PostgreSQL that counts what each statement reads. `stop` removes it.
 *
 * @param options.asInProduction on disk, safe from a crash and with statistics that are renewed by themselves. Else in memory, and
 * statistics are renewed only by whoever asks for it.
 */
export async function startCountingPostgres({
  asInProduction = false,
} = {}): Promise<RunningPostgres> {
  const { place, remove } = makeTemporaryPlace({ inMemory: !asInProduction });
  try {
    const binaries = prepareBinaries(place.account, () =>
      place.account === null ? place.folder : openOutsideFolder(place.account),
    );
    const { folder } = openCluster(place, binaries, asInProduction);
    // Only a superuser may, and that one has no other way in.
    for (const database of ["template1", databaseOwner]) {
      const { status, stderr } = spawnSync(
        join(binaries, "postgres"),
        ["--single", "-D", folder, "-c", "fsync=off", database],
        {
          ...{ ...place.account, cwd: "/", env: serverEnvironment, encoding: "utf8" },
          input: "CREATE EXTENSION pg_stat_statements;\n",
        },
      );
      if (status !== 0) throw new Error(`PostgreSQL has no pg_stat_statements: ${stderr}`);
    }
    appendFileSync(
      join(folder, "postgresql.conf"),
      `shared_preload_libraries = 'pg_stat_statements'\nautovacuum = ${asInProduction ? "on" : "off"}\n`,
    );
    const running = await startPostgres(place, asInProduction);
    return {
      ...running,
      stop: async () => {
        await running.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** What each statement has read in a database, by its text. */
export async function readStatementCosts(
  databaseUrl: string,
): Promise<ReadonlyMap<string, StatementCost>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<StatementCost>(
      `SELECT query AS text, sum(calls)::int AS calls, sum(rows)::int AS rows,
         sum(shared_blks_hit + shared_blks_read + local_blks_hit + local_blks_read + temp_blks_read)::int AS blocks
       FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
       WHERE d.datname = current_database() AND s.userid = $1::regrole AND s.toplevel
       GROUP BY query`,
      [databaseOwner],
    );
    return new Map(rows.map((row) => [row.text, row]));
  } finally {
    await client.end();
  }
}
