import { DataApiError } from "../data-api/data-api-error.ts";
import type { DataApiConnection } from "../data-api/request-json.ts";
import { openLoadDatabase } from "../databases/open-load-database.ts";
import { LoadError } from "../load-error.ts";
import type { LoadCommand } from "./load-command.ts";
import { loadExport } from "./load-export.ts";

const PROGRESS_ROWS = 10_000;

/** Where lines for the person at the terminal go. */
export interface LoadOutput {
  readonly say: (line: string) => void;
  /** What is not as it should be. */
  readonly warn: (line: string) => void;
}

/**
 * Loads the exports one after the other. One that fails alone does not keep the others from being loaded.
 *
 * @throws LoadError at once when nothing can be loaded, else at the end when an export has failed.
 */
export async function runLoad(
  { proxyBase, key, into, exports, sinceDate, isFull }: LoadCommand,
  { say, warn }: LoadOutput,
  wait?: DataApiConnection["wait"],
): Promise<void> {
  const connection: DataApiConnection = {
    proxyBase,
    key,
    onRetry: warn,
    ...(wait && { wait }),
  };
  const db = await openLoadDatabase(into);
  const failed: string[] = [];
  try {
    for (const name of exports) {
      const onPage = progress((rows) => say(`${name}: ${count(rows)} so far`));
      try {
        const loaded = await loadExport(connection, db, { name, sinceDate, isFull, onPage });
        say(`${name}: ${count(loaded.added)} loaded, ${count(loaded.total)} in all`);
      } catch (error) {
        if (!(error instanceof DataApiError) || error.concernsAllExports) throw error;
        warn(`${name}: ${error.message}`);
        failed.push(name);
      }
    }
  } finally {
    await db.close();
  }
  if (failed.length > 0) throw new LoadError(`Not loaded: ${failed.join(", ")}.`);
}

/** Passes a count on each time that it has grown by so much that somebody who waits wants to know. */
function progress(tell: (rows: number) => void): (rows: number) => void {
  let told = 0;
  return (rows) => {
    if (rows - told < PROGRESS_ROWS) return;
    told = rows;
    tell(rows);
  };
}

function count(rows: number): string {
  return rows === 1 ? "1 row" : `${rows.toLocaleString("en-US")} rows`;
}
