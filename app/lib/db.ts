import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { Prisma, PrismaClient } from "#app/generated/prisma/client.ts";
import { withLastWork } from "./before-commit.ts";
import { atOneInstant, isAtOneInstant } from "./clock.ts";
import { namesForPrisma } from "./prepared.ts";
import { SESSION_OPTIONS, withOptions } from "./session.ts";
import { onBehalfOfStore, StorePool } from "./store-pool.ts";
import { learnZonesOnce } from "./zones.ts";

/** Prisma inside or outside a transaction: what an action reads and writes through. */
export type Queries = Prisma.TransactionClient;

/** The database: one pool, seen through Prisma and through plain SQL. */
export interface Database {
  readonly pool: pg.Pool;
  /** The pool of the whole process; buffers shared by all stores are keyed by it. */
  readonly processPool: pg.Pool;
  readonly prisma: PrismaClient;
  /**
   * Runs `work` in one transaction (read committed), and at one instant: see {@link atOneInstant}. Keep it short and never
   * call the network in it. A unique violation thrown inside rolls back and is passed on.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
}

/** The database of one process. */
export interface ProcessDatabase extends Database {
  /** The same for work on one store, which never has more than its share of the connections. */
  ofStore(storeId: bigint): Database;
  close(): Promise<void>;
}

/** Opens the pool, with the settings of {@link SESSION_OPTIONS}. */
export function openDatabase(url: string, poolSize: number): ProcessDatabase {
  const pool = new StorePool({
    ...withOptions(url, SESSION_OPTIONS),
    max: poolSize,
    connectionTimeoutMillis: 10_000,
  });
  // A connection that breaks (server restart) must not end the process; the next query opens a new one.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    learnZonesOnce(client);
  });
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: namesForPrisma() }),
  });
  const database: Database = {
    pool,
    processPool: pool,
    prisma,
    transaction: (work) =>
      prisma.$transaction((tx) => atOneInstant(() => withLastWork(tx, work)), {
        maxWait: 10_000,
        timeout: 20_000,
      }),
  };
  const stores = new Map<bigint, WeakRef<Database>>();
  const forgotten = new FinalizationRegistry<bigint>((storeId) => {
    if (!stores.get(storeId)?.deref()) stores.delete(storeId);
  });
  return {
    ...database,
    // The same object for all work on a store, because state shared by its requests is keyed by it.
    ofStore: (storeId) => {
      const known = stores.get(storeId)?.deref();
      if (known) return known;
      const made = databaseOfStore(database, storeId);
      stores.set(storeId, new WeakRef(made));
      forgotten.register(made, storeId);
      return made;
    },
    close: async () => {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

function databaseOfStore({ pool, prisma, transaction }: Database, storeId: bigint): Database {
  let client: PrismaClient | null = null;
  const onBehalf = <T>(what: string, work: () => T): T => {
    if (isAtOneInstant()) warnOfSecond(what);
    return onBehalfOfStore(storeId, work);
  };
  const ofStore: Database = {
    pool: Object.assign(Object.create(pool) as pg.Pool, {
      query: (...parameters: Parameters<pg.Pool["query"]>) =>
        onBehalf("pool.query", () => Reflect.apply(pool.query, pool, parameters)),
      connect: () => onBehalf("pool.connect", () => pool.connect()),
      // Keeps the two together: who holds the pool holds the store's database.
      ofStore: () => ofStore,
    }),
    processPool: pool,
    get prisma() {
      client ??= prisma.$extends({
        query: {
          $allOperations: ({ model, operation, args, query }) =>
            onBehalf(`${model ?? "prisma"}.${operation}`, async () => await query(args)),
        },
      }) as unknown as PrismaClient;
      return client;
    },
    transaction: (work) => onBehalf("transaction", () => transaction(work)),
  };
  return ofStore;
}

/** The code of the warning that a transaction's work takes a second connection. */
export const SECOND_CONNECTION = "SECOND_CONNECTION";

/**
 * Such work does not see what it has written itself, and waits for a connection while it holds one: all who do so at the same time can
 * wait for each other. It goes on here; a test fails at the warning.
 */
function warnOfSecond(what: string): void {
  process.emitWarning(`A transaction's work asks by a second connection: ${what}.`, {
    code: SECOND_CONNECTION,
  });
}

/** SQLSTATE query_canceled: the statement reached its limit. */
const CANCELED = "57014";

/** Prisma's name for what can go wrong with a transaction. */
const TRANSACTION_FAILED = "P2028";

/** True when work was given up because a statement or its transaction took too long. */
export function isTooSlow(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === TRANSACTION_FAILED) {
    // One that could not begin, because all connections are taken, has taken no time.
    return error.meta?.timeTaken !== undefined;
  }
  return sqlStateOf(error) === CANCELED;
}

/** Prisma's names for a database that was not reached, or gave no connection in time. */
const NOT_REACHED = /^P(1\d{3}|2024)$/;

/** True when the database was not reached, or had no connection to give: whatever else is asked of it now fares the same. */
export function isUnreached(error: unknown): boolean {
  if (sqlStateOf(error) !== null || !(error instanceof Error) || !("code" in error)) return false;
  const code = String(error.code);
  if (code === TRANSACTION_FAILED) return !isTooSlow(error);
  return NOT_REACHED.test(code) || /^E[A-Z_]+$/.test(code);
}

/** PostgreSQL's code of an error, whether the driver or Prisma threw it; null for any other error. */
export function sqlStateOf(error: unknown): string | null {
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    const failure = error.meta?.driverAdapterError as { cause?: { originalCode?: string } };
    return failure?.cause?.originalCode ?? null;
  }
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** True when `error` was raised by a unique index (or primary key). */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}
