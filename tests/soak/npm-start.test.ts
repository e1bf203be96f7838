import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ensureBuilt } from "#scripts/bundle/ensure-built.ts";
import { startTemporaryPostgres } from "#scripts/postgres/start-temporary-postgres.ts";
import { isAlive } from "#scripts/process/is-alive.ts";
import { processesOf, startDemo, untilReady } from "#tests/start/demo-start.ts";
import { runCommand } from "#tests/start/run-command.ts";

// Of `npm start`, what takes a whole build or the filling of another store.

let home: string;

beforeAll(async () => {
  await ensureBuilt(() => {}, new AbortController().signal);
  home = mkdtempSync(join(tmpdir(), "perennial-soak-"));
  chmodSync(home, 0o711);
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

test("while a build runs beside it, its pages and their scripts never go missing", async () => {
  const run = await startDemo(join(home, "built-beside"));
  const { app_url } = await untilReady(run);
  const landing = await (await fetch(app_url)).text();
  const scripts = [...landing.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? "");
  expect(scripts.length).toBeGreaterThan(0);
  const build = runCommand("build", {});
  let built = false;
  void build.ended.then(() => {
    built = true;
  });
  const missing = new Set<string>();
  while (!built) {
    for (const path of ["/", "/favicon.svg", ...scripts]) {
      const answer = await fetch(app_url + path);
      if (answer.status !== 200 || (await answer.text()) === "") missing.add(path);
    }
  }
  expect(await build.ended).toBe(0);
  expect([...missing]).toEqual([]);
});

test("a first start with DATABASE_URL fills that database and starts no other", async () => {
  const server = await startTemporaryPostgres();
  onTestFinished(server.stop);
  const directory = join(home, "database-elsewhere");
  const run = await startDemo(directory, { DATABASE_URL: server.databaseUrl });
  const demo = await untilReady(run);
  expect((await fetch(`${demo.app_url}/readyz`)).status).toBe(200);
  expect(existsSync(join(directory, "postgres"))).toBe(false);
  expect(processesOf(run).length).toBe(4);
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "after %s everything of a ready start is gone within ten seconds",
  async (signal) => {
    const run = await startDemo(join(home, "built-beside"));
    await untilReady(run);
    const processes = processesOf(run);
    const asked = performance.now();
    run.child.kill(signal);
    expect(await run.ended).toBe(0);
    expect(performance.now() - asked).toBeLessThan(10_000);
    expect(processes.filter(isAlive)).toEqual([]);
  },
);
