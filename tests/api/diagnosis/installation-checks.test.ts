import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CheckResult, InstallationFacts } from "#app/domain/diagnosis/check.ts";
import { checkEnvironment } from "#app/domain/diagnosis/checks/environment.ts";
import { listMigrations } from "#app/domain/diagnosis/list-migrations.ts";
import { checkInstallation } from "#app/domain/diagnosis/run-checks.ts";
import { importShopJob } from "#app/domain/shops/shop-jobs.ts";
import { runWorker } from "#app/jobs/run-worker.ts";
import { openMailTransport } from "#app/lib/mail-transport.ts";
import { addJob } from "#app/lib/queue.ts";
import { findFreePort } from "#scripts/process/find-free-port.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
});

afterAll(() => app.close());

async function check(facts: Partial<InstallationFacts> = {}): Promise<Record<string, CheckResult>> {
  const results = await checkInstallation({
    pool: app.app.db.pool,
    webProcesses: 1,
    poolSize: 5,
    migrations: await listMigrations(),
    mail: app.app.mail.transport,
    ...facts,
  });
  return Object.fromEntries(results.map((result) => [result.name, result]));
}

test("an installation with a worker is ok in everything", async () => {
  const stop = await runWorker(app.app, 1);
  const results = Object.values(await check());
  await stop();
  expect(results.filter(({ status }) => status !== "ok")).toEqual([]);
});

describe("what is wrong is named, with what to do:", () => {
  test("a migration is not applied", async () => {
    const migrations = [...(await listMigrations()), "9999_next"];
    expect((await check({ migrations })).Database).toMatchObject({
      status: "failing",
      found: expect.stringContaining("9999_next"),
      advice: "Run npm run migrate.",
    });
  });

  test("the database is newer than the version that runs", async () => {
    const migrations = (await listMigrations()).slice(0, -1);
    expect((await check({ migrations })).Database).toMatchObject({
      status: "failing",
      found: expect.stringContaining("newer version"),
    });
  });

  test("the processes may open more connections than there are", async () => {
    expect(
      (await check({ webProcesses: 64, poolSize: 200 }))["Database connections"],
    ).toMatchObject({ status: "failing", advice: expect.stringContaining("max_connections") });
  });

  test("no worker runs, and jobs wait", async () => {
    await app.app.db.transaction((tx) => addJob(tx, importShopJob, { shopId: 4711n }));
    expect((await check()).Worker).toMatchObject({
      status: "failing",
      found: expect.stringMatching(/^No worker is running; 1 job waits, the oldest for \d+ s\.$/),
      advice: expect.stringContaining("npm run serve"),
    });
  });

  test("no mail server is set up, or it does not answer", async () => {
    expect((await check({ mail: null }))["Mail server"]).toMatchObject({
      status: "warning",
      advice: expect.stringContaining("SMTP_URL"),
    });
    const port = await findFreePort();
    const mail = openMailTransport(`smtp://name:secret@127.0.0.1:${port}`, "shop@example.com");
    const result = (await check({ mail }))["Mail server"];
    expect(result).toMatchObject({
      status: "failing",
      found: expect.stringContaining("ECONNREFUSED"),
    });
    expect(JSON.stringify(result)).not.toContain("secret");
  });

  test("a variable is missing or wrong, without its value", () => {
    const { result, environment } = checkEnvironment({
      APP_URL: "http://shop.example",
      SHOPIFY_API_SECRET: "too short",
    });
    expect(environment).toBeNull();
    expect(result.status).toBe("failing");
    expect(result.found).toContain("DATABASE_URL is not set");
    expect(result.found).not.toContain("too short");
  });
});

test("checks that break are failing, and each is told", async () => {
  // Nothing listens there.
  const pool = new pg.Pool({ host: "127.0.0.1", port: 1 });
  const results = Object.values(await check({ pool, mail: null })).filter(
    ({ name }) => name !== "Mail server",
  );
  await pool.end();
  expect(results.map(({ status }) => status)).toEqual(Array(5).fill("failing"));
  expect(results[0]?.found).toContain("ECONNREFUSED");
});
