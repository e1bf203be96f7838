import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { ensureBuilt } from "#scripts/bundle/ensure-built.ts";
import { migrateDatabase } from "#scripts/database/migrate-database.ts";
import { type RunningPostgres, startPostgres } from "#scripts/postgres/start-postgres.ts";
import { makeTemporaryPlace } from "#scripts/postgres/start-temporary-postgres.ts";
import { type Service, spawnService } from "#scripts/start/spawn-service.ts";
import { type PostgresUse, startPostgresRelay } from "./postgres-relay.ts";
import type { RunningDevstore } from "./start-devstore.ts";
import { takeTestPort } from "./test-port.ts";

export type Victim = "worker" | "web" | "PostgreSQL";

/** The app as it runs in production: a web process, a worker and PostgreSQL, each of which a test may kill. */
export interface OwnProcesses {
  readonly environment: Readonly<Record<string, string>>;
  /** Kills one at once. It is started again, as production does. */
  kill(victim: Victim): Promise<void>;
  query(text: string): Promise<Record<string, unknown>[]>;
  /** Of the web process and the workers that run now. */
  pids(): number[];
  /** What these have had PostgreSQL do so far. */
  postgresUse(): PostgresUse;
  stop(): Promise<void>;
}

interface OwnParts {
  workers?: number;
  /** That of the test run unless given. */
  devstore?: RunningDevstore;
  /** An empty server that nobody kills. Without it, the processes start one. */
  postgres?: RunningPostgres;
}

/** Starts them on a database of their own. The first worker is the one that is killed. */
export async function startOwnProcesses({
  workers: count = 1,
  devstore = devstoreOfThisRun(),
  postgres: given,
}: OwnParts = {}): Promise<OwnProcesses> {
  await ensureBuilt(() => {}, new AbortController().signal);
  const temporary = makeTemporaryPlace();
  let postgres = given ?? (await startPostgres(temporary.place, true));
  await migrateDatabase(postgres.databaseUrl);
  const relay = await startPostgresRelay(postgres.databaseUrl);
  const port = await takeTestPort();
  const environment = {
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: relay.url,
    DEVSTORE_URL: devstore.devstoreUrl,
    SHOPIFY_API_KEY: devstore.shopifyApiKey,
    SHOPIFY_API_SECRET: devstore.shopifyApiSecret,
    TOKEN_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    SMTP_URL: devstore.smtpUrl,
    MAIL_FROM: "no-reply@perennial.example",
    LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
    NODE_ENV: "production",
  };
  const workers = Array.from({ length: count }, () =>
    keepRunning(() => spawnService("job worker", "app/main-worker.ts", environment)),
  );
  const web = keepRunning(() => spawnService("web server", "app/main-web.ts", environment));
  await Promise.all([...workers, web].map((service) => service.current().ready));
  return {
    environment,
    kill: async (victim) => {
      if (victim === "PostgreSQL") {
        if (given) throw new Error("This PostgreSQL is somebody else's.");
        process.kill(postgres.pid, "SIGKILL");
        await postgres.ended;
        postgres = await startPostgres(temporary.place, true);
        relay.leadTo(postgres.databaseUrl);
        return;
      }
      const service = (victim === "worker" ? workers[0] : web)?.current();
      if (!service) throw new Error("There is no worker.");
      process.kill(service.pid, "SIGKILL");
      await service.ended;
    },
    query: async (text) => {
      const client = new pg.Client({ connectionString: postgres.databaseUrl });
      await client.connect();
      try {
        return (await client.query(text)).rows;
      } finally {
        await client.end();
      }
    },
    pids: () => [web, ...workers].map((service) => service.current().pid),
    postgresUse: relay.use,
    stop: async () => {
      await Promise.all([...workers, web].map((service) => service.stop()));
      await relay.close();
      await postgres.stop();
      temporary.remove();
    },
  };
}

function devstoreOfThisRun(): RunningDevstore {
  return {
    devstoreUrl: inject("devstoreUrl"),
    smtpUrl: inject("smtpUrl"),
    shopifyApiKey: inject("shopifyApiKey"),
    shopifyApiSecret: inject("shopifyApiSecret"),
  };
}

interface KeptService {
  current(): Service;
  stop(): Promise<void>;
}

/** Starts a service again when it has ended. */
function keepRunning(start: () => Service): KeptService {
  let current = start();
  let isStopping = false;
  const watch = async () => {
    for (;;) {
      await current.ended;
      if (isStopping) return;
      current = start();
    }
  };
  void watch();
  return {
    current: () => current,
    stop: () => {
      isStopping = true;
      return current.stop();
    },
  };
}
