import { join } from "node:path";
import { migrateDatabase } from "#scripts/database/migrate-database.ts";
import { ensureBuilt, ensureDatabaseClient } from "../bundle/ensure-built.ts";
import { devstoreControls } from "../demo/devstore-controls.ts";
import { placeCluster } from "../postgres/place-cluster.ts";
import { startPostgres } from "../postgres/start-postgres.ts";
import { findFreePort } from "../process/find-free-port.ts";
import { requireFreePort } from "./check-port.ts";
import {
  type DemoParts,
  demoFilePath,
  identifyDatabase,
  keepDemoParts,
  readDemoParts,
  removeDemoFile,
  writeDemoFile,
} from "./demo-file.ts";
import { endLeftServices, forgetServices, noteServices } from "./end-left-services.ts";
import { type InstallationSecrets, openInstallationSecrets } from "./installation-secrets.ts";
import { lockDataDirectory } from "./lock-data-directory.ts";
import { createProcessGroup, databaseName, type ProcessGroup } from "./process-group.ts";
import { spawnService } from "./spawn-service.ts";
import type { StartSettings } from "./start-settings.ts";
import { waitForStop } from "./wait-for-stop.ts";

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Runs the whole demo store until SIGINT or SIGTERM (decisions on commands and the demo file). Throws
 * a UserFacingError when it cannot start or when one of its processes dies; either way nothing is left
 * running when this returns.
 */
export async function superviseDemo(settings: StartSettings): Promise<void> {
  const stopAsked = waitForStop();
  const directory = await lockDataDirectory(settings.dataDirectory);
  const group = createProcessGroup();
  const work = new AbortController();
  try {
    removeDemoFile(directory.path);
    await endLeftServices(directory.path);
    await requireFreePort(settings.port, "PORT");
    await requireFreePort(settings.devstorePort, "DEVSTORE_PORT");
    const running = bringUp({ ...settings, dataDirectory: directory.path }, group, work.signal);
    // Nobody waits for it any longer once the run has ended otherwise.
    running.catch(() => {});
    await Promise.race([running.then(() => stopAsked), stopAsked, group.failed]);
    say("Stopping …");
  } finally {
    work.abort();
    await group.stopAll();
    forgetServices(directory.path);
    removeDemoFile(directory.path);
    directory.release();
  }
}

async function bringUp(
  settings: StartSettings,
  group: ProcessGroup,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  const { dataDirectory, port, devstorePort } = settings;
  const appUrl = `http://localhost:${port}`;
  const storeUrl = `http://localhost:${devstorePort}`;
  // Nobody has to know it: mail of the demo goes to the development store, whatever the environment says.
  const smtpPort = await findFreePort();
  const secrets = openInstallationSecrets(dataDirectory);
  const shared = {
    APP_URL: appUrl,
    SHOPIFY_API_KEY: secrets.apiKey,
    SHOPIFY_API_SECRET: secrets.apiSecret,
  };

  const devstore = spawnService("development store", "devstore/main.ts", {
    ...shared,
    DEVSTORE_PORT: String(devstorePort),
    DEVSTORE_SMTP_PORT: String(smtpPort),
    DEVSTORE_STATE: join(dataDirectory, "devstore.sqlite"),
    DEMO_FILE: demoFilePath(dataDirectory),
  });
  group.add(devstore);
  noteServices(dataDirectory, [devstore]);

  const opening = openDatabase(settings, group, signal);
  // Hashing what it is made of blocks this process for a moment: the others have been started by now.
  const [databaseUrl] = await Promise.all([opening, ensureDatabaseClient(say, signal)]);
  signal.throwIfAborted();
  const environment = {
    ...shared,
    ...appEnvironment(settings, secrets, databaseUrl),
    DEVSTORE_URL: storeUrl,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: "no-reply@perennial.example",
  };
  const worker = spawnService("job worker", "app/main-worker.ts", environment);
  group.add(worker);
  noteServices(dataDirectory, [devstore, worker]);
  // The pages are built while the stores are imported, of which the worker does the most.
  const serving = ensureBuilt(say, signal).then(async () => {
    signal.throwIfAborted();
    const app = spawnService("web server", "app/main-web.ts", environment);
    group.add(app);
    noteServices(dataDirectory, [devstore, worker, app]);
    await app.ready;
  });
  // Whoever waits for it hears of it; until then nobody does.
  serving.catch(() => {});
  const [database] = await Promise.all([
    identifyDatabase(databaseUrl),
    ...[devstore.ready, worker.ready],
  ]);
  const addresses = { appUrl, devstoreUrl: storeUrl, databaseUrl, dataDir: dataDirectory };
  const [parts] = await Promise.all([openDemoStore(addresses, database, serving), serving]);
  signal.throwIfAborted();
  writeDemoFile(dataDirectory, { appUrl, storeUrl }, parts);
  announce(appUrl, storeUrl, dataDirectory, performance.now() - began);
}

/** Starts PostgreSQL unless an address is given, and brings the database up to this version. */
async function openDatabase(
  settings: StartSettings,
  group: ProcessGroup,
  signal: AbortSignal,
): Promise<string> {
  const databaseUrl = settings.databaseUrl ?? (await openOwnPostgres(settings, group, signal));
  const applied = await migrateDatabase(databaseUrl);
  if (applied.length > 0) say(`Migrated the database: ${applied.join(", ")}.`);
  return databaseUrl;
}

async function openOwnPostgres(
  { dataDirectory }: StartSettings,
  group: ProcessGroup,
  signal: AbortSignal,
): Promise<string> {
  const starting = startPostgres(placeCluster(dataDirectory, say), true, signal);
  // It belongs to the run before it is up: a stop that is asked for meanwhile must reach it.
  group.add({
    name: databaseName,
    ended: new Promise((resolve) => {
      starting.then(({ ended }) => ended.then(resolve)).catch(() => {});
    }),
    stop: () => starting.then(({ stop }) => stop()).catch(() => {}),
  });
  return (await starting).databaseUrl;
}

function appEnvironment(
  { port }: StartSettings,
  { tokenEncryptionKey }: InstallationSecrets,
  databaseUrl: string,
): Record<string, string> {
  return {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    TOKEN_ENCRYPTION_KEY: tokenEncryptionKey,
    LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
    NODE_ENV: "production",
  };
}

interface DemoAddresses {
  appUrl: string;
  devstoreUrl: string;
  databaseUrl: string;
  dataDir: string;
}

/** Fills the demo store unless that was done before, and returns what the demo file tells about it. */
async function openDemoStore(
  addresses: DemoAddresses,
  database: string,
  serving: Promise<void>,
): Promise<DemoParts> {
  const kept = readDemoParts(addresses.dataDir, database);
  if (kept !== null) {
    // Shoppers and their contracts change; only the keys have to be kept.
    const customers = await devstoreControls(addresses.devstoreUrl).listCustomers(kept.shop.domain);
    return { ...kept, customers };
  }
  say("Filling the demo store …");
  const { fillDemo } = await import("#scripts/demo/fill-demo.ts");
  const parts = await fillDemo(addresses, serving);
  keepDemoParts(addresses.dataDir, database, parts);
  return parts;
}

function announce(appUrl: string, storeUrl: string, dataDirectory: string, tookMs: number): void {
  say(`Perennial is ready (${(tookMs / 1000).toFixed(1)} s).`);
  say(`  Storefront     ${storeUrl}`);
  say(`  Merchant admin ${storeUrl}/admin/apps/perennial`);
  say(`  API            ${appUrl}/api/v1  (documents: ${appUrl}/docs)`);
  say(`  Keys, shoppers ${join(dataDirectory, "demo.json")}`);
  say("Ctrl-C ends everything.");
}
