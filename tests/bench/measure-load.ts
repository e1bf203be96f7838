import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectRoot } from "#scripts/project-root.ts";

const run = promisify(execFile);

export interface Load {
  url: string;
  headers?: Record<string, string>;
  connections: number;
  seconds: number;
}

/**
 * Requests per second that a server on this machine answers with 200, by a load generator in a process of its
 * own. Throws when anything else was answered.
 */
export async function measureLoad(load: Load): Promise<number> {
  const headers = Object.entries(load.headers ?? {}).flatMap(([name, value]) => [
    "--headers",
    `${name}: ${value}`,
  ]);
  const { stdout } = await run(
    process.execPath,
    [
      join(projectRoot, "node_modules/autocannon/autocannon.js"),
      ...["--json", "--connections", String(load.connections), "--duration", String(load.seconds)],
      ...headers,
      load.url,
    ],
    { maxBuffer: 16 * 1024 * 1024 },
  );
  const result = JSON.parse(stdout) as {
    "2xx": number;
    non2xx: number;
    errors: number;
    duration: number;
  };
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${load.url}: ${result.non2xx} other answers, ${result.errors} errors`);
  }
  return result["2xx"] / result.duration;
}
