import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { projectRoot } from "#scripts/files/project-root.ts";
import { endGroup } from "./end-group.ts";
import { endWithUs } from "./end-with-us.ts";
import { UserFacingError } from "./user-facing-error.ts";

export interface ScriptRun {
  /** Relative to the project, or absolute. */
  script: string;
  args: string[];
  /** In addition to our own. */
  environment?: Record<string, string | undefined>;
  /** Ends the program and everything that it has started in its process group. */
  signal: AbortSignal;
  /** How long they may take to end once they are asked to. */
  graceMs?: number;
  /** Takes what it says; without it that goes to our own output at once. */
  write?: (text: string) => void;
}

const usualGraceMs = 10_000;

/**
 * Runs a JavaScript program of the project or its packages under this Node, in a process group of
 * its own, and resolves to its exit code (null: a signal ended it). Rejects with a UserFacingError when
 * it cannot be started.
 */
export async function runScript(run: ScriptRun): Promise<number | null> {
  const { script, args, environment, signal, graceMs = usualGraceMs, write } = run;
  if (signal.aborted) return null;
  const output = write === undefined ? "inherit" : "pipe";
  const command = endWithUs("TERM", process.execPath, [resolve(projectRoot, script), ...args]);
  const child = spawn(command.file, command.args, {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
    stdio: ["ignore", output, output],
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => write?.(text));
  }
  let ending: Promise<void> | undefined;
  const end = () => {
    ending = endGroup(child.pid ?? 0, graceMs).then(() => {
      // A process outside the group may hold them open.
      child.stdout?.destroy();
      child.stderr?.destroy();
    });
  };
  if (child.pid !== undefined) signal.addEventListener("abort", end, { once: true });
  try {
    return await new Promise((settle, reject) => {
      child.once("error", (error) => {
        reject(new UserFacingError(`${script} could not be started: ${error.message}.`));
      });
      child.once("close", settle);
    });
  } finally {
    signal.removeEventListener("abort", end);
    await ending;
  }
}
