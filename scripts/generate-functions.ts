import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { projectRoot } from "./files/project-root.ts";
import { writeFileAtomically } from "./files/write-file-atomically.ts";
import {
  buildFunctionsFromFiles,
  readStoredFunctions,
  type StoredFunction,
} from "./functions/sql-functions.ts";
import { startTemporaryPostgres } from "./postgres/start-temporary-postgres.ts";
import { runCommand } from "./process/run-command.ts";
import { UserFacingError } from "./process/user-facing-error.ts";

const migrations = join(projectRoot, "prisma", "migrations");
const mark = "-- Functions: generated from prisma/functions by `npm run generate:functions`.";

// Writes the functions that differ from what the migrations before it produce into one migration, below
// whatever was written there by hand.
await runCommand(async () => {
  const name = process.argv[2] ?? "";
  if (!/^\d{4}_[a-z0-9_]+$/.test(name)) {
    throw new UserFacingError(
      "Usage: npm run generate:functions -- 0012_what_changes (a migration that has not landed; what was written in it by hand is kept).",
    );
  }
  const file = join(migrations, name, "migration.sql");
  const handwritten = existsSync(file) ? readHandwritten(readFileSync(file, "utf8")) : "";
  const postgres = await startTemporaryPostgres({ inMemory: true });
  try {
    const client = new pg.Client({ connectionString: postgres.databaseUrl });
    await client.connect();
    try {
      for (const earlier of readEarlierMigrations(name)) await client.query(earlier);
      if (handwritten !== "") await client.query(handwritten);
      const stored = await readStoredFunctions(client);
      const changes = listChanges(stored, await buildFunctionsFromFiles(client));
      if (changes.length === 0 && !existsSync(file)) {
        console.log("The migrations produce the functions of prisma/functions already.");
        return;
      }
      const parts = [handwritten, changes.length > 0 ? `${mark}\n\n${changes.join("\n")}` : ""];
      mkdirSync(join(migrations, name), { recursive: true });
      writeFileAtomically(file, parts.filter((part) => part !== "").join("\n"), 0o644);
      console.log(`prisma/migrations/${name}/migration.sql: ${changes.length} functions changed.`);
    } finally {
      await client.end();
    }
  } finally {
    await postgres.stop();
  }
});

function readHandwritten(sql: string): string {
  const text = (sql.split(mark)[0] ?? "").trim();
  return text === "" ? "" : `${text}\n`;
}

function readEarlierMigrations(name: string): string[] {
  return readdirSync(migrations)
    .filter((folder) => folder < name)
    .sort()
    .map((folder) => join(migrations, folder, "migration.sql"))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, "utf8"));
}

function listChanges(
  stored: Map<string, StoredFunction>,
  wanted: Map<string, StoredFunction & { sql: string }>,
): string[] {
  const dropped = [...stored.values()].filter(
    ({ signature, form }) => wanted.get(signature)?.form !== form,
  );
  const changed = [...wanted.values()].filter(
    ({ signature, definition }) => stored.get(signature)?.definition !== definition,
  );
  return [
    ...dropped.map(({ signature }) => `DROP FUNCTION ${signature};\n`),
    ...changed.map(({ sql }) => sql),
  ];
}
