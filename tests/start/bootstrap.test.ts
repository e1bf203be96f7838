import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { waitUntil } from "#tests/support/wait-until.ts";
import { type BareProject, makeBareProject, setRuntime } from "./bare-project.ts";
import { type RunningCommand, runProgram } from "./run-command.ts";

function bootstrap({ folder, npm }: BareProject, args: string[]): RunningCommand {
  const environment = { PATH: process.env.PATH ?? "", npm_execpath: npm };
  return runProgram(
    process.execPath,
    [join(folder, "scripts", "bootstrap.mjs"), ...args],
    environment,
    { cwd: folder },
  );
}

function installsOf({ installs }: BareProject): number {
  return existsSync(installs) ? readFileSync(installs, "utf8").trim().split("\n").length : 0;
}

test("a fresh clone is installed once, with the development packages, and then run", async () => {
  const project = makeBareProject();
  for (const _ of [1, 2]) {
    const run = bootstrap(project, ["start"]);
    expect(await run.ended).toBe(0);
    expect(run.stdout()).toContain("ran UTC");
  }
  expect(readFileSync(project.installs, "utf8")).toBe(
    "ci --include=dev --include=optional --no-audit --no-fund --loglevel=error\n",
  );
});

test("the command runs under the Node of the packages, in UTC, with its arguments and its exit code", async () => {
  const project = makeBareProject();
  setRuntime(project.folder, 'echo "ran $TZ $*"; exit 7');
  const run = bootstrap(project, ["start", "--one", "two words"]);
  expect(await run.ended).toBe(7);
  expect(run.stdout()).toBe(
    `ran UTC ${join(project.folder, "scripts", "start.ts")} --one two words\n`,
  );
});

test("a signal to the bootstrap reaches the command, and the command decides the exit code", async () => {
  const project = makeBareProject();
  setRuntime(project.folder, 'trap "exit 9" TERM; echo up; while :; do sleep 0.05; done');
  const run = bootstrap(project, ["start"]);
  await waitUntil(() => run.stdout().includes("up"));
  run.child.kill("SIGTERM");
  expect(await run.ended).toBe(9);
});

test("a lockfile that changed is installed again", async () => {
  const project = makeBareProject();
  await bootstrap(project, ["start"]).ended;
  const lockfile = join(project.folder, "package-lock.json");
  const changed = readFileSync(lockfile, "utf8").replace(
    '"node_modules/needed":{"version":"1.0.0"}',
    '"node_modules/needed":{"version":"1.0.1"}',
  );
  writeFileSync(lockfile, changed);
  const run = bootstrap(project, ["start"]);
  await run.ended;
  expect(installsOf(project)).toBe(2);
});

test("two first starts at once install once", async () => {
  const project = makeBareProject();
  const runs = [1, 2, 3].map(() => bootstrap(project, ["start"]));
  expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  expect(installsOf(project)).toBe(1);
});

test("an install that was killed does not stand in the way of the next", async () => {
  const project = makeBareProject();
  mkdirSync(join(project.folder, ".cache"));
  const lock = join(project.folder, ".cache", "install.lock");
  const dead = runProgram(process.execPath, ["-e", ""], {});
  await dead.ended;
  writeFileSync(lock, String(dead.child.pid));
  expect(await bootstrap(project, ["start"]).ended).toBe(0);
  // Its number may belong to another process by now, which does not keep the lock fresh.
  writeFileSync(lock, String(process.pid));
  utimesSync(lock, new Date(0), new Date(0));
  writeFileSync(join(project.folder, "node_modules", ".package-lock.json"), "{}");
  expect(await bootstrap(project, ["start"]).ended).toBe(0);
  expect(existsSync(lock)).toBe(false);
});

test("a failed install is one line more than npm's own, and ends with 1", async () => {
  const project = makeBareProject();
  writeFileSync(project.npm, "process.exit(3)");
  const run = bootstrap(project, ["start"]);
  expect(await run.ended).toBe(1);
  expect(run.stderr().trim().split("\n").at(-1)).toBe(
    'Installing failed: "npm ci" ended with code 3, see above.',
  );
});

test("an install that brings no Node for this machine says so instead of starting on an old one", async () => {
  const project = makeBareProject((all) => ({ "node_modules/needed": all["node_modules/needed"] }));
  const run = bootstrap(project, ["start"]);
  expect(await run.ended).toBe(1);
  expect(run.stderr().trim().split("\n").at(-1)).toMatch(
    /^Installing ended without node-\w+-\w+ or its PostgreSQL: this platform/,
  );
});

test("production commands run without the development packages", async () => {
  const project = makeBareProject((all) => {
    const { "node_modules/tool": _, ...rest } = all;
    return rest;
  });
  const run = bootstrap(project, ["serve"]);
  expect(await run.ended).toBe(0);
  const again = bootstrap(project, ["serve"]);
  await again.ended;
  expect(installsOf(project)).toBe(1);
});
