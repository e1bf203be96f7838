import { expect, onTestFinished, test } from "vitest";
import { isAlive } from "#scripts/process/is-alive.ts";
import { readCommand } from "#scripts/process/read-command.ts";
import { runScript } from "#scripts/process/run-script.ts";
import { temporaryFile } from "./temporary-file.ts";

// Never ends by itself, and neither does what it starts; both ignore that they are asked to.
const stubborn = `
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1000);
  if (process.argv[2] !== "child") {
    const { pid } = require("node:child_process").spawn(process.execPath, [__filename, "child"], { stdio: "inherit" });
    process.stdout.write(process.pid + " " + pid + "\\n");
  } else process.stdout.write("child is up\\n");`;

test("a program that ignores the request to end is ended by force, with what it has started", async () => {
  const abort = new AbortController();
  let said = "";
  const code = await runScript({
    script: temporaryFile("stubborn.cjs", stubborn),
    args: [],
    signal: abort.signal,
    graceMs: 300,
    write: (text) => {
      said += text;
      if (said.includes("child is up") && /^\d/m.test(said)) abort.abort();
    },
  });
  expect(code).toBeNull();
  const pids = /^(\d+) (\d+)$/m.exec(said)?.slice(1).map(Number) ?? [];
  expect(pids.length).toBe(2);
  // What was killed is gone when the system has a moment for it.
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
});

test("its exit code and all that it said are given", async () => {
  const { signal } = new AbortController();
  let said = "";
  const script = temporaryFile(
    "says.cjs",
    "console.log(process.argv[2], process.env.WORD); console.error('so'); process.exitCode = 7;",
  );
  const write = (text: string) => {
    said += text;
  };
  const run = { script, args: ["one"], environment: { WORD: "two" }, signal, write };
  expect(await runScript(run)).toBe(7);
  expect(said.split("\n").sort()).toEqual(["", "one two", "so"]);
});

test("nothing is started once the signal has come", async () => {
  const script = temporaryFile("any.cjs", "");
  expect(await runScript({ script, args: [], signal: AbortSignal.abort() })).toBeNull();
});

test("a program that cannot be started comes to an end, and not to a good one", async () => {
  const { execPath } = process;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  process.execPath = "/nowhere/node";
  const { signal } = new AbortController();
  // Where setpriv starts it, that one says what is wrong and ends with a code.
  const run = runScript({ script: "any.cjs", args: [], signal, write: () => {} });
  expect(await run.catch((error: Error) => error.name)).not.toBe(0);
});

/** Alive, and not merely waiting for some parent to notice its end, as orphans may. */
function isRunning(pid: number): boolean {
  return isAlive(pid) && readCommand(pid).some((word) => word !== "");
}
