import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectRoot } from "#scripts/files/project-root.ts";

const run = promisify(execFile);

export interface Load {
  url: string;
  headers?: Record<string, string>;
  connections: number;
  seconds: number;
  /** Refused requests count as answers too, when refusing is what is measured. */
  refusals?: boolean;
}

export interface LoadResult {
  answers: number;
  perSecond: number;
}

/**
 * What a server on this machine answers, by a load generator in a process of its own. Throws when anything else
 * than 200 was answered, or than a 4xx with `refusals`.
 */
export async function measureLoad(load: Load): Promise<LoadResult> {
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
    "4xx": number;
    non2xx: number;
    errors: number;
    duration: number;
  };
  const refused = load.refusals ? result["4xx"] : 0;
  if (result.non2xx > refused || result.errors > 0) {
    throw new Error(`${load.url}: ${result.non2xx} other answers, ${result.errors} errors`);
  }
  const answers = result["2xx"] + refused;
  return { answers, perSecond: answers / result.duration };
}
