import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { Agent, get } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "#scripts/bundle/ensure-built.ts";
import type { RunningPostgres } from "#scripts/postgres/start-postgres.ts";
import { startTemporaryPostgres } from "#scripts/postgres/start-temporary-postgres.ts";
import { isAlive } from "#scripts/process/is-alive.ts";
import { createDatabase } from "#tests/support/database-server.ts";
import { takeTestPort } from "#tests/support/test-port.ts";
import { waitUntil } from "#tests/support/wait-until.ts";
import { type RunningCommand, runCommand } from "./run-command.ts";

let server: RunningPostgres;

beforeAll(async () => {
  await ensureBuilt(() => {}, new AbortController().signal);
  server = await startTemporaryPostgres({ inMemory: true });
});

afterAll(() => server.stop());

type Production = {
  DATABASE_URL: string;
  PORT: string;
};

async function production(): Promise<Production> {
  const name = `serve_${randomBytes(6).toString("hex")}`;
  return {
    DATABASE_URL: await createDatabase(server.databaseUrl, name),
    PORT: String(await takeTestPort()),
  };
}

function serve(environment: Production, more: Record<string, string> = {}): RunningCommand {
  return runCommand("serve", {
    ...environment,
    ...more,
    SHOPIFY_API_KEY: "key",
    SHOPIFY_API_SECRET: "a-secret-of-the-platform",
    TOKEN_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    APP_URL: "https://perennial.example",
    WEB_CONCURRENCY: "2",
    LOG_LEVEL: "warn",
  });
}

/** The processes that a process has started, directly. */
function childrenOf(pid: number | undefined): { pid: number; command: string }[] {
  const table = execFileSync("ps", ["-A", "-o", "ppid=,pid=,args="], { encoding: "utf8" });
  return table.split("\n").flatMap((line) => {
    const [, parent, child, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === pid ? [{ pid: Number(child), command: command ?? "" }] : [];
  });
}

/** Uses a new connection: one kept open may lead to a process that has died since. */
function isHealthy(environment: Production, path: string): Promise<boolean> {
  return ask(environment, path, false).then(
    (status) => status === 200,
    () => false,
  );
}

/** The status of an answer that was read to its end. */
function ask({ PORT }: Production, path: string, agent: Agent | false): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port: PORT, path, agent }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(answer.statusCode ?? 0));
    }).on("error", reject);
  });
}

test("a database that lacks migrations is refused in one line that says what to run", async () => {
  const environment = await production();
  const run = serve(environment);
  expect(await run.ended).toBe(1);
  expect(run.stderr()).toMatch(
    /^The database at 127\.0\.0\.1:\d+\/serve_\w+ lacks 0001_\w+(, \w+)*: run npm run migrate first\.\n$/,
  );
});

test("pools that the database server could not fill are refused in one line, before anything runs", async () => {
  const environment = await production();
  expect(await runCommand("migrate", environment).ended).toBe(0);
  const run = serve(environment, { DATABASE_POOL_SIZE: "200" });
  expect(await run.ended).toBe(1);
  expect(run.stderr()).toMatch(
    /^The database at \S+ allows \d+ connections, and 2 web processes and a worker with DATABASE_POOL_SIZE 200 need 609: lower one or raise max_connections\.\n$/,
  );
});

test("production runs as many web processes as asked and a worker, restarts one that dies, and leaves nothing", {
  meta: { slow: "the processes of production are started and ended" },
}, async () => {
  const environment = await production();
  const migrate = runCommand("migrate", environment);
  expect(await migrate.ended).toBe(0);
  expect(migrate.stdout()).toContain("Migrated the database at ");

  const run = serve(environment);
  await waitUntil(() => run.stdout().includes("Perennial is ready: 2 web processes"));
  const first = childrenOf(run.child.pid);
  const web = first.filter(({ command }) => command.includes("main-web"));
  expect(web.length).toBe(2);
  expect(first.length).toBe(3);
  expect(await isHealthy(environment, "/healthz")).toBe(true);
  expect(await isHealthy(environment, "/readyz")).toBe(true);

  process.kill(web[0]?.pid ?? 0, "SIGKILL");
  await waitUntil(() => {
    const now = childrenOf(run.child.pid).filter(({ command }) => command.includes("main-web"));
    return now.length === 2 && now.every(({ pid }) => pid !== web[0]?.pid);
  });
  expect(await isHealthy(environment, "/healthz")).toBe(true);
  expect(run.stdout()).toContain("The web server ended unexpectedly (SIGKILL). Restarting it.");

  const last = childrenOf(run.child.pid);
  run.child.kill("SIGTERM");
  expect(await run.ended).toBe(0);
  expect(last.map(({ pid }) => pid).filter(isAlive)).toEqual([]);
});

test("a rolling restart replaces every process and loses no request, whatever connections stay open", {
  meta: { slow: "every process of production is started three times" },
}, async () => {
  const environment = await production();
  expect(await runCommand("migrate", environment).ended).toBe(0);
  const run = serve(environment);
  await waitUntil(() => run.stdout().includes("Perennial is ready: 2 web processes"));
  const before = childrenOf(run.child.pid).map(({ pid }) => pid);
  expect(before.length).toBe(3);

  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let running = true;
  let answered = 0;
  const lost: string[] = [];
  const client = async () => {
    while (running) {
      try {
        const status = await ask(environment, "/readyz", agent);
        if (status !== 200) lost.push(String(status));
        answered += 1;
      } catch (error) {
        lost.push(String(error));
      }
    }
  };
  const clients = Array.from({ length: 8 }, client);
  run.child.kill("SIGUSR2");
  await waitUntil(() => run.stdout().includes("Every process was replaced."));
  running = false;
  await Promise.all(clients);
  agent.destroy();

  expect(lost).toEqual([]);
  expect(answered).toBeGreaterThan(100);
  expect(before.filter(isAlive)).toEqual([]);
  expect(childrenOf(run.child.pid).length).toBe(3);
  run.child.kill("SIGTERM");
  expect(await run.ended).toBe(0);
});

test("migrating a database that is up to date says so", async () => {
  const environment = await production();
  await runCommand("migrate", environment).ended;
  const again = runCommand("migrate", environment);
  expect(await again.ended).toBe(0);
  expect(again.stdout()).toMatch(/^The database at \S+ is up to date\.\n$/);
});
