import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";

const run = promisify(execFile);

/**
 * Milliseconds that `psql` takes to copy the rows of a query out as text, without its own start.
 *
 * @throws UserFacingError when it is not installed.
 */
export async function runCopy(databaseUrl: string, query: string): Promise<number> {
  try {
    const { stdout } = await run(
      "psql",
      ["-X", databaseUrl, "-c", "\\timing on", "-c", `COPY (${query}) TO STDOUT`],
      { maxBuffer: 256 * 1024 * 1024 },
    );
    const time = /Time: ([\d.]+) ms(?![\s\S]*Time: )/.exec(stdout)?.[1];
    if (!time) throw new Error(`psql said: ${stdout.slice(-200)}`);
    return Number(time);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new UserFacingError(
      "This measure compares with psql, which comes with PostgreSQL's own packages (Debian: postgresql-client). Install it first.",
    );
  }
}
