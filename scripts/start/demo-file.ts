import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { connectDatabase } from "#scripts/database/connect-database.ts";
import { writeFileAtomically } from "#scripts/files/write-file-atomically.ts";

/** What filling the demo store yields, for the demo file. The keys are shown nowhere else. */
export interface DemoParts {
  shop: { domain: string; timezone: string; currency: string; plan: string };
  api_keys: { full: string; read_only: string; other_shop: string; inactive_shop: string };
  customers: {
    cid: number;
    email: string;
    name: string;
    status: "active" | "paused" | "cancelled" | "none";
    contract_ids: number[];
  }[];
}

export interface DemoAddresses {
  appUrl: string;
  storeUrl: string;
}

interface StoredParts {
  /** Which database the parts belong to. */
  database: string;
  parts: DemoParts;
}

const demoFile = "demo.json";
const partsFile = "demo-parts.json";

/** Where a program finds what the running demo store has. */
export function demoFilePath(dataDirectory: string): string {
  return join(dataDirectory, demoFile);
}

/** Removes the file that says that a demo store is ready; programs that wait for it wait again. */
export function removeDemoFile(dataDirectory: string): void {
  rmSync(demoFilePath(dataDirectory), { force: true });
}

/** Writes `demo.json`: everything a visitor or a test needs to use the running demo store. */
export function writeDemoFile(
  dataDirectory: string,
  { appUrl, storeUrl }: DemoAddresses,
  parts: DemoParts,
): void {
  const content = {
    ready: true,
    app_url: appUrl,
    store_url: storeUrl,
    admin_url: `${storeUrl}/admin/apps/perennial`,
    base_url: `${appUrl}/api/v1`,
    credit_url: `${appUrl}/api/v1/store-credit/manage`,
    legacy_credit_url: `${appUrl}/store-credit/manage.php`,
    proxy_base: `${storeUrl}/apps/service-api/v1`,
    ...parts,
  };
  writeJson(demoFilePath(dataDirectory), content);
}

/**
 * The parts of an earlier fill of this very database, or null when it has to be filled. They are
 * kept because the keys exist in clear nowhere else.
 */
export function readDemoParts(dataDirectory: string, database: string): DemoParts | null {
  try {
    const text = readFileSync(join(dataDirectory, partsFile), "utf8");
    const stored = JSON.parse(text) as StoredParts;
    return stored.database === database ? stored.parts : null;
  } catch {
    return null;
  }
}

export function keepDemoParts(dataDirectory: string, database: string, parts: DemoParts): void {
  writeJson(join(dataDirectory, partsFile), { database, parts } satisfies StoredParts);
}

/** A text that identifies a database, and changes when it is created again under the same name. */
export async function identifyDatabase(databaseUrl: string): Promise<string> {
  const client = await connectDatabase(databaseUrl);
  try {
    const { rows } = await client.query<{ identity: string }>(
      `SELECT system_identifier || '/' || oid AS identity
       FROM pg_control_system(), pg_database WHERE datname = current_database()`,
    );
    return rows[0]?.identity ?? "";
  } finally {
    await client.end();
  }
}

function writeJson(path: string, content: unknown): void {
  writeFileAtomically(path, `${JSON.stringify(content, null, 2)}\n`, 0o600);
}
