import { spawn } from "node:child_process";
import { projectRoot } from "../project-root.ts";
import { UserFacingError } from "../user-facing-error.ts";

/**
 * Runs one of the packages' own JavaScript programs under this Node and keeps what it says. When it
 * fails, that is printed and a UserFacingError names the step. The signal ends the program.
 */
export function runTool(
  step: string,
  script: string,
  args: string[],
  environment: Record<string, string>,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: projectRoot,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      signal,
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) return resolve();
      if (!signal.aborted) process.stderr.write(said);
      reject(new UserFacingError(`${step} failed (code ${code}), see above.`));
    });
  });
}
