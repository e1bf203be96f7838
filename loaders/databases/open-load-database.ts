import { LoadError } from "../load-error.ts";
import { openDuckdbDatabase } from "./duckdb-database.ts";
import type { LoadDatabase } from "./load-database.ts";
import { openPostgresDatabase } from "./postgres-database.ts";
import { openSqliteDatabase } from "./sqlite-database.ts";

/**
 * Opens what `--into` names: `sqlite:<path>`, `duckdb:<path>` or `postgres://…`.
 *
 * @throws LoadError when it names nothing of these, or cannot be opened.
 */
export async function openLoadDatabase(into: string): Promise<LoadDatabase> {
  const path = /^(?:sqlite|duckdb):(.+)$/s.exec(into)?.[1];
  if (path && into.startsWith("sqlite:")) return openSqliteDatabase(path);
  if (path) return openDuckdbDatabase(path);
  if (/^postgres(ql)?:\/\//.test(into)) return openPostgresDatabase(into);
  throw new LoadError("--into takes sqlite:<path>, duckdb:<path> or postgres://<address>.");
}
