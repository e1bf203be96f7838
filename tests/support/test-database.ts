import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { createDatabase, dropDatabase } from "./database-server.ts";
import "./second-connections.ts";

export interface TestDatabase {
  url: string;
  /** Drops it, also while something is still connected. */
  drop: () => Promise<void>;
}

/** A migrated, empty database. What nobody drops is dropped at the end of the run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject("databaseServerUrl");
  const template = inject("templateDatabase");
  const name = `${template}_${randomBytes(8).toString("hex")}`;
  const url = await createDatabase(serverUrl, name, template);
  return { url, drop: () => dropDatabase(serverUrl, name) };
}
