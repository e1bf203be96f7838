import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { projectRoot } from "#scripts/project-root.ts";

export interface RunningCommand {
  child: ChildProcess;
  /** What it has written so far. */
  stdout: () => string;
  stderr: () => string;
  /** Resolves to its exit code once it has ended and said everything. */
  ended: Promise<number | null>;
}

// Of our own environment a command gets only what every program needs: no address of a database,
// no port, nothing of npm or the test runner.
const passedOn = ["PATH", "HOME", "USER", "LANG"];

/** Runs one of the npm scripts' commands as a process of its own; what is left of it ends with the test. */
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
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  return { child, stdout: () => stdout, stderr: () => stderr, ended };
}
