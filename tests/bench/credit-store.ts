import { execFile, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { createApiKey } from "#app/domain/api-keys/create-api-key.ts";
import { type ShopContext, systemActor } from "#app/domain/context.ts";
import { openShop } from "#app/domain/shops/open-shop.ts";
import { toShop } from "#app/domain/shops/shop.ts";
import { readEnvironment } from "#app/lib/env.ts";
import { createAppContext } from "#app/server/create-app-context.ts";
import { ensureBuilt } from "#scripts/bundle/ensure-built.ts";
import { migrateDatabase } from "#scripts/database/migrate-database.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { startTemporaryPostgres } from "#scripts/postgres/start-temporary-postgres.ts";
import { findFreePort } from "#scripts/process/find-free-port.ts";

const run = promisify(execFile);

/** A store with customers in a crash-safe database of its own, and the web process as in production. */
export interface CreditStore {
  databaseUrl: string;
  context: ShopContext;
  /** Of the web process. */
  url: string;
  /** Resident memory of the web process in bytes. */
  readMemory(): Promise<number>;
  /** An API key with all scopes. */
  secret: string;
  /** The app's own at the platform, which signs with the secret. */
  apiKey: string;
  apiSecret: string;
  encryptionKey: string;
  close(): Promise<void>;
}

/** The customers' platform numbers are those from here on. */
export const FIRST_CID = 5_000_000;

/**
 * A crash-safe server with an empty, migrated database. With BENCH_DATABASE_URL it is that database, which is migrated
 * (and, on a cluster, distributed) already, used once and left as it is.
 */
async function openDatabase(): Promise<{ databaseUrl: string; stop(): Promise<void> }> {
  const given = process.env.BENCH_DATABASE_URL;
  if (given) return { databaseUrl: given, stop: async () => {} };
  const postgres = await startTemporaryPostgres({ durable: true });
  await migrateDatabase(postgres.databaseUrl);
  return postgres;
}

export async function openCreditStore(customers: number): Promise<CreditStore> {
  await ensureBuilt((line) => process.stderr.write(`${line}\n`), new AbortController().signal);
  const postgres = await openDatabase();
  const variables = {
    TZ: "UTC",
    PORT: String(await findFreePort()),
    APP_URL: "http://127.0.0.1",
    DATABASE_URL: postgres.databaseUrl,
    SHOPIFY_API_KEY: "bench",
    SHOPIFY_API_SECRET: randomBytes(32).toString("hex"),
    TOKEN_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    LOG_LEVEL: "error",
  };
  const app = createAppContext(readEnvironment(variables), "bench");
  const row = await app.db.prisma.shop.create({
    data: {
      domain: "bench.myshopify.com",
      name: "Bench",
      contactEmail: "bench@example.com",
      ianaTimezone: "Europe/Berlin",
      currency: "EUR",
      plan: "enterprise",
      installedAt: new Date(),
    },
  });
  const context = openShop(app, toShop(row), systemActor);
  const { secret } = await createApiKey(context, { name: "Bench" });
  await app.db.pool.query(
    `INSERT INTO customers (shop_id, platform_customer_id, email)
     SELECT $1, cid, 'customer-' || cid || '@example.com' FROM generate_series($2::bigint, $2 + $3 - 1) cid`,
    [String(row.id), FIRST_CID, customers],
  );
  const web = fork(join(projectRoot, "app/main-web.ts"), {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [{ port }] = (await once(web, "message")) as [{ port: number }];
  return {
    databaseUrl: postgres.databaseUrl,
    context,
    url: `http://127.0.0.1:${port}`,
    readMemory: async () => {
      const { stdout } = await run("ps", ["-o", "rss=", "-p", String(web.pid)]);
      return Number(stdout) * 1024;
    },
    secret,
    apiKey: variables.SHOPIFY_API_KEY,
    apiSecret: variables.SHOPIFY_API_SECRET,
    encryptionKey: variables.TOKEN_ENCRYPTION_KEY,
    close: async () => {
      web.disconnect();
      await once(web, "exit");
      await app.close();
      await postgres.stop();
    },
  };
}
