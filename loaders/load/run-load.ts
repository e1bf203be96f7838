import { DataApiError } from "../data-api/data-api-error.ts";
import type { DataApiConnection } from "../data-api/request-json.ts";
import type { LoadDatabase } from "../databases/load-database.ts";
import { openLoadDatabase } from "../databases/open-load-database.ts";
import type { ExportName } from "../exports.ts";
import { ExportError, LoadError } from "../load-error.ts";
import type { LoadCommand } from "./load-command.ts";
import { loadExport } from "./load-export.ts";
import { prepareStates, readState } from "./load-state.ts";
import { removeLeftovers } from "./remove-leftovers.ts";
import { wantedRowsOf, whyOtherRows } from "./same-rows.ts";

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
  command: LoadCommand,
  { say, warn }: LoadOutput,
  wait?: DataApiConnection["wait"],
): Promise<void> {
  const { proxyBase, key, into, exports, sinceDate, isFull } = command;
  const connection: DataApiConnection = {
    proxyBase,
    key,
    onRetry: warn,
    ...(wait && { wait }),
  };
  const db = await openLoadDatabase(into);
  const failed: string[] = [];
  try {
    await prepareStates(db);
    if (!isFull) await expectSameRows(db, command);
    await removeLeftovers(db);
    for (const name of exports) {
      const onPage = progress((rows) => say(`${name}: ${count(rows)} so far`));
      try {
        const loaded = await loadExport(connection, db, { name, sinceDate, isFull, onPage });
        say(`${name}: ${count(loaded.added)} loaded, ${count(loaded.total)} in all`);
      } catch (error) {
        if (!isOfOneExport(error)) throw error;
        warn(lineOf(name, error));
        failed.push(name);
      }
    }
  } finally {
    await db.close();
  }
  if (failed.length > 0) throw new LoadError(`Not loaded: ${failed.join(", ")}.`);
}

/** @throws LoadError when any of the exports could not be loaded beside the rows that are there: then none is. */
async function expectSameRows(
  db: LoadDatabase,
  { exports, proxyBase, sinceDate }: LoadCommand,
): Promise<void> {
  const found = new Map<string, ExportName[]>();
  for (const name of exports) {
    const before = await readState(db, name);
    const wanted = wantedRowsOf(name, { source: proxyBase, sinceDate });
    const problem = before && whyOtherRows(before, wanted);
    if (problem) found.set(problem, [...(found.get(problem) ?? []), name]);
  }
  if (found.size === 0) return;
  const problems = [...found].map(([problem, names]) => `${names.join(", ")}: ${problem}`);
  throw new LoadError(`${problems.join(" ")} Nothing was loaded.`);
}

function isOfOneExport(error: unknown): error is LoadError {
  if (error instanceof DataApiError) return !error.concernsAllExports;
  return error instanceof ExportError;
}

/** Some errors name their export, others only the field that is wrong. */
function lineOf(name: ExportName, { message }: LoadError): string {
  return message.startsWith(`${name}: `) ? message : `${name}: ${message}`;
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
