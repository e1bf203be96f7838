import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import pg from "pg";
import { expect } from "vitest";
import { systemActor } from "#app/domain/context.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { openDatabase } from "#app/lib/db.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { crashMovement } from "./crash-movement.ts";

// A process moves credit until something is killed. What it was told was done has to be there once, and nothing twice.

const IN_FLIGHT = 16;
const SHOP_ID = 1n;

/** Makes a store with customers in a database that has none. @returns the customers. */
export async function fillCrashLedger(databaseUrl: string): Promise<bigint[]> {
  await query(
    databaseUrl,
    `INSERT INTO shops (domain, name, contact_email, iana_timezone, currency, installed_at)
     VALUES ('crash.myshopify.com', 'Crash', 'crash@example.com', 'Europe/Berlin', 'EUR', now())`,
  );
  const rows = await query(
    databaseUrl,
    `INSERT INTO customers (shop_id, platform_customer_id) SELECT ${SHOP_ID}, n FROM generate_series(1, 8) n RETURNING id`,
  );
  return rows.map(({ id }) => BigInt(id ?? 0));
}

/** Kills after so many acknowledgements; gives what was acknowledged until then, by number. */
export async function moveUntilKilled(
  databaseUrl: string,
  customers: readonly bigint[],
  { round, after, kill }: { round: string; after: number; kill: KillWriter },
): Promise<ReadonlyMap<number, string>> {
  const writer = fork(
    join(projectRoot, "tests/support/ledger-writer.ts"),
    [databaseUrl, String(SHOP_ID), round, customers.join(",")],
    { stdio: ["ignore", "ignore", "inherit", "ipc"] },
  );
  const ended = once(writer, "exit");
  const acknowledged = new Map<number, string>();
  await new Promise<void>((resolve) => {
    writer.on("message", (message) => {
      const { number, outcome } = message as { number: number; outcome: string };
      acknowledged.set(number, outcome);
      if (acknowledged.size === after) resolve();
    });
  });
  await kill(writer);
  await ended;
  return acknowledged;
}

/** Ends the process, by itself or because of what it loses. */
type KillWriter = (writer: ChildProcess) => unknown;

/** Makes again what got no answer, and expects each movement once, and sums that add up. */
export async function expectEachMovementOnce(
  databaseUrl: string,
  customers: readonly bigint[],
  round: string,
  acknowledged: ReadonlyMap<number, string>,
  label: string,
): Promise<void> {
  const last = Math.max(...acknowledged.keys()) + IN_FLIGHT;
  await repeatUnanswered(databaseUrl, customers, round, acknowledged, last);
  const rows = await query(
    databaseUrl,
    "SELECT source_key FROM credit_entries WHERE source_key LIKE $1",
    [`${round}:%`],
  );
  const made = new Set(rows.map(({ source_key }) => source_key));
  for (const [number, outcome] of acknowledged) {
    expect(made.has(`${round}:${number}`), `movement ${number} ${label}`).toBe(
      outcome === "posted",
    );
  }
  for (let number = 0; number <= last; number += 1) {
    const { amountMinor, sourceKey } = crashMovement(round, number, customers);
    if (amountMinor > 0) expect(made.has(sourceKey)).toBe(true);
  }
  expect(await findWhatDoesNotAddUp(databaseUrl), label).toEqual([]);
}

/** What got no answer may have been done or not: doing it again with the same source is safe. */
async function repeatUnanswered(
  databaseUrl: string,
  customers: readonly bigint[],
  round: string,
  acknowledged: ReadonlyMap<number, string>,
  last: number,
): Promise<void> {
  const db = openDatabase(databaseUrl, 2);
  const context = {
    db,
    shop: { id: SHOP_ID },
    clock: { now: () => new Date() },
    actor: systemActor,
  } as unknown as Parameters<typeof postCredit>[0];
  for (let number = 0; number <= last; number += 1) {
    if (!acknowledged.has(number)) {
      await postCredit(context, crashMovement(round, number, customers));
    }
  }
  await db.close();
}

/** Accounts whose balance is not the sum of their entries and of their grants; entries without line or event. */
function findWhatDoesNotAddUp(databaseUrl: string) {
  return query(
    databaseUrl,
    `
    SELECT 'account ' || a.customer_id AS what FROM credit_accounts a
    WHERE a.available_minor <> (SELECT sum(amount_minor) FROM credit_entries e WHERE e.customer_id = a.customer_id)
       OR a.available_minor <> (SELECT sum(remaining_minor) FROM credit_grants g WHERE g.customer_id = a.customer_id)
    UNION ALL
    SELECT 'entry ' || e.id FROM credit_entries e
    WHERE (SELECT count(*) FROM activities l WHERE l.details ->> 'entry_id' = e.id::text) <> 1
       OR (SELECT count(*) FROM events f WHERE f.data ->> 'entry_id' = e.id::text) <> 1`,
  );
}

async function query(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
