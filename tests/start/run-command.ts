import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { projectRoot } from "#scripts/files/project-root.ts";

export interface RunningCommand {
  child: ChildProcess;
  /** What it has written so far. */
  stdout: () => string;
  stderr: () => string;
  /** Resolves to its exit code once it has ended and said everything; rejects when it could not be started. */
  ended: Promise<number | null>;
}

// A command inherits only what every program needs from our environment: no address of a database,
// no port, nothing of npm or the test runner.
const passedOn = ["PATH", "HOME", "USER", "LANG"];

const endWithinMs = 15_000;

/** Runs one of the npm scripts' commands as a separate process; what is left of it ends with the test. */
export function runCommand(
  command: string,
  environment: Record<string, string>,
  args: string[] = [],
): RunningCommand {
  return runProgram(process.execPath, [join("scripts", "bootstrap.mjs"), command, ...args], {
    ...Object.fromEntries(passedOn.map((name) => [name, process.env[name] ?? ""])),
    ...environment,
  });
}

/** The same for any program. One that cannot be started makes `ended` reject with the reason. */
export function runProgram(
  file: string,
  args: string[],
  environment: Record<string, string>,
  options: { cwd?: string; uid?: number; gid?: number } = {},
): RunningCommand {
  const child = spawn(file, args, {
    cwd: projectRoot,
    ...options,
    env: { NODE_ENV: "production", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", (error) => {
      reject(
        new Error(`${file} could not be started in ${options.cwd ?? projectRoot}`, {
          cause: error,
        }),
      );
    });
    child.once("close", resolve);
  });
  const settled = ended.then(
    () => {},
    () => {},
  );
  onTestFinished(() => endProgram(child, settled));
  return { child, stdout: () => stdout, stderr: () => stderr, ended };
}

async function endProgram(child: ChildProcess, settled: Promise<void>): Promise<void> {
  // Node gives the signal to our own process group when the program could not be started.
  if (child.pid === undefined) return settled;
  child.kill("SIGTERM");
  const force = setTimeout(() => {
    child.kill("SIGKILL");
    // What it has started may hold its streams for longer than it lives.
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, endWithinMs);
  await settled;
  clearTimeout(force);
}
