import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ensureBuilt } from "#scripts/bundle/ensure-built.ts";
import { placeCluster } from "#scripts/postgres/place-cluster.ts";
import { startPostgres } from "#scripts/postgres/start-postgres.ts";
import { isAlive } from "#scripts/process/is-alive.ts";
import { readCommand } from "#scripts/process/read-command.ts";
import type { DemoParts } from "#scripts/start/demo-file.ts";
import type { NotedService } from "#scripts/start/end-left-services.ts";
import { waitUntil } from "#tests/support/wait-until.ts";
import {
  type DemoStart,
  FIRST_START_MS,
  processesOf,
  readDemoFile,
  startDemo,
  untilReady,
} from "./demo-start.ts";

// These run the true `npm start`. The first fills a demo store; the others start on what it left.

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
  test("of two first starts at once on an empty folder, one fills it and runs, and the other names the process using it", {
    timeout: FIRST_START_MS,
  }, async () => {
    const runs = [await startDemo(dataDirectory), await startDemo(dataDirectory)];
    const first = await Promise.race(runs.map((run) => run.ended.then(() => run)));
    const winner = runs.find((run) => run !== first) as DemoStart;
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
    "after %s everything is gone, and so is the word that it is ready",
    async (signal) => {
      const run = await startDemo(dataDirectory);
      const demo = await untilReady(run);
      expect(demo.api_keys).toEqual(firstKeys);
      const processes = processesOf(run);
      expect(processes.length).toBe(5);
      run.child.kill(signal);
      expect(await run.ended).toBe(0);
      expect(processes.filter(isAlive)).toEqual([]);
      expect(existsSync(join(dataDirectory, "demo.json"))).toBe(false);
      expect(await answers(demo.app_url)).toBe(false);
      expect(await answers(demo.store_url)).toBe(false);
      expect(run.stderr()).toBe("");
    },
  );

  test("a second start is refused with the holder's pid, and the first goes on", async () => {
    const first = await startDemo(dataDirectory);
    const demo = await untilReady(first);
    const second = await startDemo(dataDirectory);
    expect(await second.ended).toBe(1);
    expect(second.stderr()).toBe(
      `Data directory ${dataDirectory} is in use by pid ${first.child.pid}: stop it, or choose another DATA_DIR.\n`,
    );
    expect(readDemoFile(dataDirectory)).toEqual(demo);
    expect((await fetch(`${demo.app_url}/readyz`)).status).toBe(200);
  });

  test("after kill -9 of everything the next start comes up by itself, with the same keys", async () => {
    const killed = await startDemo(dataDirectory);
    await untilReady(killed);
    for (const pid of processesOf(killed)) process.kill(pid, "SIGKILL");
    await killed.ended;
    const next = await startDemo(dataDirectory);
    expect((await untilReady(next)).api_keys).toEqual(firstKeys);
  });

  test("after kill -9 of the supervisor alone the next start takes over at once, on the same ports", async () => {
    const killed = await startDemo(dataDirectory);
    await untilReady(killed);
    const left = processesOf(killed);
    killed.child.kill("SIGKILL");
    await waitUntil(() => !isAlive(killed.child.pid ?? 0));
    const next = await startDemo(dataDirectory, {
      PORT: String(killed.port),
      DEVSTORE_PORT: String(killed.devstorePort),
    });
    await untilReady(next);
    expect(left.filter(isRunning)).toEqual([]);
  });

  test("when one of its processes dies it says which, ends with 1 and leaves nothing", async () => {
    const run = await startDemo(dataDirectory);
    await untilReady(run);
    const processes = processesOf(run);
    const isWorker = (pid: number) =>
      readCommand(pid).some((word) => word.endsWith("app/main-worker.ts"));
    const worker = processes.find(isWorker);
    if (!worker) throw new Error("There is no worker.");
    process.kill(worker, "SIGKILL");
    expect(await run.ended).toBe(1);
    expect(run.stderr()).toBe(
      "The job worker ended unexpectedly (SIGKILL). Everything else is stopped.\n",
    );
    expect(processes.filter(isAlive)).toEqual([]);
  });

  test("asked to stop before it is ready, it leaves nothing either", async () => {
    const run = await startDemo(dataDirectory);
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
  test("uses that database and starts no other", async () => {
    // The filled database of the data directory, run by us, is one that stands elsewhere.
    const server = await startPostgres(
      placeCluster(dataDirectory, () => {}),
      false,
    );
    onTestFinished(server.stop);
    const directory = join(home, "other");
    mkdirSync(directory);
    for (const name of ["secrets.json", "demo-parts.json", "devstore.sqlite"]) {
      copyFileSync(join(dataDirectory, name), join(directory, name));
    }
    const run = await startDemo(directory, { DATABASE_URL: server.databaseUrl });
    const demo = await untilReady(run);
    expect(demo.api_keys).toEqual(firstKeys);
    expect((await fetch(`${demo.app_url}/readyz`)).status).toBe(200);
    expect(existsSync(join(directory, "postgres"))).toBe(false);
    expect(processesOf(run).length).toBe(4);
  });
});
