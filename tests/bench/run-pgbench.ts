import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";

const run = promisify(execFile);

/** Transactions per second of a script under PostgreSQL's own load generator. @throws UserFacingError when it is not installed. */
export async function runPgbench(
  databaseUrl: string,
  script: string,
  load: { clients: number; seconds: number },
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "perennial-pgbench-"));
  const file = join(folder, "script.sql");
  writeFileSync(file, script);
  try {
    const { stdout } = await run(findPgbench(), [
      ...["--no-vacuum", "--protocol=prepared", `--file=${file}`],
      ...[`--client=${load.clients}`, "--jobs=2", `--time=${load.seconds}`],
      databaseUrl,
    ]);
    const perSecond = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (!perSecond) throw new Error(`pgbench said: ${stdout}`);
    return Number(perSecond);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function findPgbench(): string {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const places = [
    "/usr/bin/pgbench",
    "/usr/local/bin/pgbench",
    ...versions.map((version) => join(debian, version, "bin/pgbench")),
  ];
  const found = places.find((place) => existsSync(place));
  if (!found) {
    throw new UserFacingError(
      "This measure compares with pgbench, which comes with PostgreSQL's own packages (Debian: postgresql-contrib). Install it first.",
    );
  }
  return found;
}
