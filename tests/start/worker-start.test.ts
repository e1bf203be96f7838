import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateDatabase } from "#scripts/database/migrate-database.ts";
import type { RunningPostgres } from "#scripts/postgres/start-postgres.ts";
import { startTemporaryPostgres } from "#scripts/postgres/start-temporary-postgres.ts";
import { spawnService } from "#scripts/start/spawn-service.ts";
import { startPostgresRelay } from "#tests/support/postgres-relay.ts";
import { takeTestPort } from "#tests/support/test-port.ts";

let postgres: RunningPostgres;

beforeAll(async () => {
  postgres = await startTemporaryPostgres({ inMemory: true });
  await migrateDatabase(postgres.databaseUrl);
});
afterAll(() => postgres.stop());

test("a worker whose database is away waits for it, and is ready once it is back", async () => {
  const relay = await startPostgresRelay(postgres.databaseUrl);
  const away = new URL(postgres.databaseUrl);
  away.port = String(await takeTestPort());
  const asked = relay.nextConnection();
  relay.leadTo(away.href);
  const worker = spawnService("job worker", "app/main-worker.ts", {
    DATABASE_URL: relay.url,
    SHOPIFY_API_KEY: "key",
    SHOPIFY_API_SECRET: "a-secret-of-the-platform",
    TOKEN_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    APP_URL: "https://perennial.example",
    LOG_LEVEL: "silent",
  });
  await asked;
  await relay.nextConnection();
  relay.leadTo(postgres.databaseUrl);
  const first = await Promise.race([worker.ready.then(() => "ready"), worker.ended]);
  expect(first).toBe("ready");
  await worker.stop();
  await relay.close();
});
