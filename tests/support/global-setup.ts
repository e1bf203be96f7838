import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { ensureDatabaseClient } from "#scripts/bundle/ensure-built.ts";
import { connectDatabase } from "#scripts/database/connect-database.ts";
import { migrateDatabase } from "#scripts/database/migrate-database.ts";
import { startSharedPostgres } from "#scripts/postgres/start-shared-postgres.ts";
import { createDatabase, dropFamily, sealTemplate } from "./database-server.ts";
import { startDevstore } from "./start-devstore.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A database of the server on which tests make their own. */
    databaseServerUrl: string;
    /** The migrated, empty database that each test's own is cloned from. */
    templateDatabase: string;
    devstoreUrl: string;
    /** Of the development store's mail server. */
    smtpUrl: string;
    shopifyApiKey: string;
    shopifyApiSecret: string;
  }
}

interface DatabaseServer {
  url: string;
  stop: () => Promise<void>;
}

/** Brings up what all files of a run share, tells the tests where it is, and takes it down again. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  process.env.TZ = "UTC";
  await ensureDatabaseClient(() => {}, new AbortController().signal);
  const credentials = {
    shopifyApiKey: randomBytes(16).toString("hex"),
    shopifyApiSecret: randomBytes(32).toString("hex"),
  };
  const template = `perennial_test_${randomBytes(6).toString("hex")}`;
  const takeDown: (() => Promise<void>)[] = [];
  const tearDown = async () => {
    for (const step of takeDown.reverse()) await step();
  };
  try {
    const server = await findDatabaseServer();
    takeDown.push(server.stop);
    const devstore = await startDevstore(credentials);
    takeDown.push(devstore.stop);
    takeDown.push(() => dropFamily(server.url, template));
    await migrateDatabase(await createDatabase(server.url, template));
    await sealTemplate(server.url, template);
    project.provide("databaseServerUrl", server.url);
    project.provide("templateDatabase", template);
    project.provide("devstoreUrl", devstore.devstoreUrl);
    project.provide("smtpUrl", devstore.smtpUrl);
    project.provide("shopifyApiKey", credentials.shopifyApiKey);
    project.provide("shopifyApiSecret", credentials.shopifyApiSecret);
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

/** The server of the whole test command, or of DATABASE_URL, else one that lives as long as this run. */
async function findDatabaseServer(): Promise<DatabaseServer> {
  const url = process.env.TEST_DATABASE_SERVER || process.env.DATABASE_URL;
  if (url) {
    const client = await connectDatabase(url);
    await client.end();
    return { url, stop: async () => {} };
  }
  const postgres = await startSharedPostgres();
  return { url: postgres.databaseUrl, stop: postgres.stop };
}
