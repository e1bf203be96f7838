import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { openTestStore, type TestStore, type TestStoreOptions } from "./open-test-store.ts";

/** Stores of one test file, which share a database. */
interface TestStores {
  openStore(options?: TestStoreOptions): Promise<TestStore>;
  /** A store with one contract, made as a checkout makes it. */
  openStoreWithContract(
    contract?: object,
    options?: TestStoreOptions,
  ): Promise<TestStore & { contractId: number; customerId: number }>;
}

/** Makes the file's database before its tests and drops it after them. Call it at the top of the file. */
export function prepareTestStores(): TestStores {
  let database: TestDatabase;
  let pool: pg.Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 4 });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });
  const openStore = (options: TestStoreOptions = {}) => openTestStore(pool, options);
  return {
    openStore,
    openStoreWithContract: async (contract = {}, options = {}) => {
      const store = await openStore(options);
      const made = await store.control("contracts", { price: "15.00", ...contract });
      return { ...store, contractId: Number(made.contract_id), customerId: Number(made.cid) };
    },
  };
}
