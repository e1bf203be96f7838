import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "#scripts/bundle/ensure-built.ts";
import { findFreePort } from "#scripts/find-free-port.ts";
import { isAlive } from "#scripts/is-alive.ts";
import { readPostmasterFile } from "#scripts/postgres/postmaster-file.ts";
import type { RunningPostgres } from "#scripts/postgres/start-postgres.ts";
import { startTemporaryPostgres } from "#scripts/postgres/start-temporary-postgres.ts";
import { readCommand } from "#scripts/read-command.ts";
import type { DemoParts } from "#scripts/start/demo-file.ts";
import type { NotedService } from "#scripts/start/end-left-services.ts";
import { type RunningCommand, runCommand } from "./run-command.ts";
import { waitUntil } from "./wait-until.ts";

// These run the true `npm start`. The first fills a demo store; the others start on what it left.

interface DemoFile extends DemoParts {
  ready: true;
  app_url: string;
  store_url: string;
  admin_url: string;
  base_url: string;
  credit_url: string;
  legacy_credit_url: string;
  proxy_base: string;
}

interface Start extends RunningCommand {
  dataDirectory: string;
  port: number;
  devstorePort: number;
}

const goneWithinMs = 10_000;

let home: string;
let dataDirectory: string;
let firstKeys: DemoParts["api_keys"];

beforeAll(async () => {
  await ensureBuilt(() => {}, new AbortController().signal);
  home = mkdtempSync(join(tmpdir(), "perennial-start-test-"));
  chmodSync(home, 0o711);
  dataDirectory = join(home, "data");
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

async function start(environment: Record<string, string> = {}): Promise<Start> {
  const [port, devstorePort] = [await findFreePort(), await findFreePort()];
  const directory = environment.DATA_DIR ?? dataDirectory;
  const run = runCommand("start", {
    PORT: String(port),
    DEVSTORE_PORT: String(devstorePort),
    DATA_DIR: directory,
    ...environment,
  });
  return { ...run, dataDirectory: directory, port, devstorePort };
}

async function untilReady(run: Start): Promise<DemoFile> {
  let ended = false;
  void run.ended.then(() => {
    ended = true;
  });
  await waitUntil(() => ended || run.stdout().includes("Perennial is ready"));
  if (ended) throw new Error(`it ended: ${run.stdout()}${run.stderr()}`);
  return readDemoFile(run.dataDirectory);
}

function readDemoFile(directory: string): DemoFile {
  return JSON.parse(readFileSync(join(directory, "demo.json"), "utf8")) as DemoFile;
}

/** Everything that belongs to a running start: itself, its services, its PostgreSQL. */
function processesOf(run: Start): number[] {
  const services = JSON.parse(
    readFileSync(join(run.dataDirectory, "services.json"), "utf8"),
  ) as NotedService[];
  const postgres = readPostmasterFile(join(run.dataDirectory, "postgres", "cluster"));
  const own = [run.child.pid ?? 0, ...services.map(({ pid }) => pid)];
  return postgres === null ? own : [...own, postgres.pid];
}

/** Alive and not merely waiting for some parent to notice its end, as orphans may. */
function isRunning(pid: number): boolean {
  return isAlive(pid) && readCommand(pid).some((word) => word !== "");
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status < 500;
  } catch {
    return false;
  }
}

describe("npm start", () => {
  test("of two first starts at once on an empty folder, one fills it and runs, and the other is told by whom it is in use", async () => {
    const runs = [await start(), await start()];
    const first = await Promise.race(runs.map((run) => run.ended.then(() => run)));
    const winner = runs.find((run) => run !== first) as Start;
    expect(await first.ended).toBe(1);
    expect(first.stderr()).toBe(
      `Data directory ${dataDirectory} is in use by pid ${winner.child.pid}: stop it, or choose another DATA_DIR.\n`,
    );
    const demo = await untilReady(winner);
    expect(winner.stderr()).toBe("");
    const [app, store] = [
      `http://localhost:${winner.port}`,
      `http://localhost:${winner.devstorePort}`,
    ];
    expect(demo).toMatchObject({
      ready: true,
      app_url: app,
      store_url: store,
      admin_url: `${store}/admin/apps/perennial`,
      base_url: `${app}/api/v1`,
      credit_url: `${app}/api/v1/store-credit/manage`,
      legacy_credit_url: `${app}/store-credit/manage.php`,
      proxy_base: `${store}/apps/service-api/v1`,
    });
    for (const url of [`${app}/healthz`, `${app}/readyz`, store, demo.admin_url]) {
      expect((await fetch(url)).status, url).toBe(200);
    }
    for (const address of [demo.app_url, demo.store_url, demo.admin_url, demo.base_url]) {
      expect(winner.stdout()).toContain(address);
    }
    firstKeys = demo.api_keys;
    winner.child.kill("SIGTERM");
    expect(await winner.ended).toBe(0);
  });

  test("what is secret is readable by its owner alone", () => {
    for (const name of ["secrets.json", "demo-parts.json", "devstore.sqlite"]) {
      expect(statSync(join(dataDirectory, name)).mode & 0o777, name).toBe(0o600);
    }
  });

  test.each(["SIGTERM", "SIGINT"] as const)(
    "after %s everything is gone within ten seconds, and so is the word that it is ready",
    async (signal) => {
      const run = await start();
      const demo = await untilReady(run);
      expect(demo.api_keys).toEqual(firstKeys);
      const processes = processesOf(run);
      expect(processes.length).toBe(5);
      const asked = performance.now();
      run.child.kill(signal);
      expect(await run.ended).toBe(0);
      expect(performance.now() - asked).toBeLessThan(goneWithinMs);
      expect(processes.filter(isAlive)).toEqual([]);
      expect(existsSync(join(dataDirectory, "demo.json"))).toBe(false);
      expect(await answers(demo.app_url)).toBe(false);
      expect(await answers(demo.store_url)).toBe(false);
      expect(run.stderr()).toBe("");
    },
  );

  test("a second start is refused with the holder's pid, and the first goes on", async () => {
    const first = await start();
    const demo = await untilReady(first);
    const second = await start();
    expect(await second.ended).toBe(1);
    expect(second.stderr()).toBe(
      `Data directory ${dataDirectory} is in use by pid ${first.child.pid}: stop it, or choose another DATA_DIR.\n`,
    );
    expect(readDemoFile(dataDirectory)).toEqual(demo);
    expect((await fetch(`${demo.app_url}/readyz`)).status).toBe(200);
  });

  test("after kill -9 of everything the next start comes up by itself, with the same keys", async () => {
    const killed = await start();
    await untilReady(killed);
    for (const pid of processesOf(killed)) process.kill(pid, "SIGKILL");
    await killed.ended;
    const next = await start();
    expect((await untilReady(next)).api_keys).toEqual(firstKeys);
  });

  test("after kill -9 of the supervisor alone the next start takes over at once, on the same ports", async () => {
    const killed = await start();
    await untilReady(killed);
    const left = processesOf(killed);
    killed.child.kill("SIGKILL");
    await waitUntil(() => !isAlive(killed.child.pid ?? 0));
    const next = await start({
      PORT: String(killed.port),
      DEVSTORE_PORT: String(killed.devstorePort),
    });
    await untilReady(next);
    expect(left.filter(isRunning)).toEqual([]);
  });

  test("when one of its processes dies it says which, ends with 1 and leaves nothing", async () => {
    const run = await start();
    await untilReady(run);
    const processes = processesOf(run);
    process.kill(processes[3] ?? 0, "SIGKILL");
    expect(await run.ended).toBe(1);
    expect(run.stderr()).toBe(
      "The job worker ended unexpectedly (SIGKILL). Everything else is stopped.\n",
    );
    expect(processes.filter(isAlive)).toEqual([]);
  });

  test("while a build runs beside it, its pages and their scripts never go missing", async () => {
    const run = await start();
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

  test("asked to stop before it is ready, it leaves nothing either", async () => {
    const run = await start();
    const note = join(dataDirectory, "services.json");
    await waitUntil(() => existsSync(note));
    const services = JSON.parse(readFileSync(note, "utf8")) as NotedService[];
    run.child.kill("SIGTERM");
    expect(await run.ended).toBe(0);
    expect(services.map(({ pid }) => pid).filter(isAlive)).toEqual([]);
    expect(existsSync(note)).toBe(false);
    const cluster = join(dataDirectory, "postgres", "cluster");
    expect(existsSync(join(cluster, "postmaster.pid"))).toBe(false);
  });
});

describe("npm start with DATABASE_URL", () => {
  let server: RunningPostgres;

  beforeAll(async () => {
    server = await startTemporaryPostgres();
  });

  afterAll(() => server.stop());

  test("uses that database and starts none of its own", async () => {
    const directory = join(home, "other");
    const run = await start({ DATA_DIR: directory, DATABASE_URL: server.databaseUrl });
    const demo = await untilReady(run);
    expect((await fetch(`${demo.app_url}/readyz`)).status).toBe(200);
    expect(existsSync(join(directory, "postgres"))).toBe(false);
    expect(processesOf(run).length).toBe(4);
  });
});
