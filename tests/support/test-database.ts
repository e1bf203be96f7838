import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { createDatabase, dropDatabase } from "./database-server.ts";

export interface TestDatabase {
  url: string;
  /** Drops it, also while something is still connected. */
  drop: () => Promise<void>;
}

/** A migrated, empty database for only the calling test. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject("databaseServerUrl");
  const name = `perennial_test_${randomBytes(8).toString("hex")}`;
  const url = await createDatabase(serverUrl, name, inject("templateDatabase"));
  return { url, drop: () => dropDatabase(serverUrl, name) };
}
