import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "#app/generated/prisma/client.ts";

/** Prisma inside or outside a transaction: what an action reads and writes through. */
export type Queries = Prisma.TransactionClient;

/** The database of one process: one pool, seen through Prisma and through plain SQL. */
export interface Database {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  /**
   * Runs `work` in one transaction (read committed). Keep it short and never call the network in it.
   * A unique violation thrown inside rolls back and is passed on.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens the pool. Every session of the database runs in UTC: in another zone Prisma writes wrong
 * instants and reads its own error back as right.
 */
export function openDatabase(url: string, poolSize: number): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    options: "-c timezone=UTC",
    connectionTimeoutMillis: 10_000,
  });
  // A connection that breaks (server restart) must not end the process; the next query opens a new one.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    pool,
    prisma,
    transaction: (work) => prisma.$transaction(work, { maxWait: 10_000, timeout: 20_000 }),
    close: async () => {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

/** True when `error` is a refusal by a unique index (or primary key). */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}
