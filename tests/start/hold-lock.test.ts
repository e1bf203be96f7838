import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { holdLock } from "#scripts/process/hold-lock.ts";
import { waitUntil } from "#tests/support/wait-until.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A process that tries for the lock, says whether it got it, and lives until it is killed. */
function contender(path: string, waitMs: number): { said: () => string; kill: () => void } {
  const program = `
    import { holdLock } from "#scripts/process/hold-lock.ts";
    globalThis.kept = holdLock(${JSON.stringify(path)}, ${waitMs});
    process.stdout.write(globalThis.kept === null ? "refused" : "held");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { said: () => said, kill: () => child.kill("SIGKILL") };
}

test("of eight processes that try at the same time exactly one gets the lock", async () => {
  const path = join(temporaryFolder(), "lock");
  const contenders = Array.from({ length: 8 }, () => contender(path, 250));
  await waitUntil(() => contenders.every(({ said }) => said() !== ""));
  expect(contenders.map(({ said }) => said()).sort()).toEqual([
    "held",
    ...Array.from({ length: 7 }, () => "refused"),
  ]);
});

test("the lock of a killed process is free at once, and leaves nothing beside it", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "lock");
  const holder = contender(path, 0);
  await waitUntil(() => holder.said() === "held");
  expect(holdLock(path, 0)).toBeNull();
  holder.kill();
  await waitUntil(() => isFree(path));
  expect(readdirSync(folder)).toEqual(["lock"]);
});

function isFree(path: string): boolean {
  const lock = holdLock(path, 0);
  lock?.release();
  return lock !== null;
}

test("a released lock can be taken again", () => {
  const path = join(temporaryFolder(), "lock");
  holdLock(path, 0)?.release();
  expect(isFree(path)).toBe(true);
});
