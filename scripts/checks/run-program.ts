import { spawn } from "node:child_process";
import { join } from "node:path";
import { projectRoot } from "../project-root.ts";

/**
 * Runs a JavaScript program of the project or its packages under this Node, with our output, and
 * resolves to whether it ended well. The signal ends it.
 */
export function runProgram(
  script: string,
  args: string[],
  environment: Record<string, string | undefined>,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(projectRoot, script), ...args], {
      cwd: projectRoot,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "inherit", "inherit"],
      signal,
    });
    child.once("error", (error) => {
      if (!signal.aborted) console.error(error.message);
      resolve(false);
    });
    child.once("exit", (code) => resolve(code === 0));
  });
}
