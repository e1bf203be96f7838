import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "#app/domain/context.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { openDatabase } from "#app/lib/db.ts";
import { migrateDatabase } from "#scripts/database/migrate-database.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { startPostgres } from "#scripts/postgres/start-postgres.ts";
import {
  makeTemporaryPlace,
  type TemporaryPlace,
} from "#scripts/postgres/start-temporary-postgres.ts";
import { crashMovement } from "#tests/support/crash-movement.ts";
import { howMany } from "#tests/support/how-many.ts";
import { fc, propertySeed, sameDraw } from "#tests/support/property.ts";

// A process is killed, or PostgreSQL, in the middle of moving credit. `npm run soak` does it fifty times.

// One round of each kind is the least.
const ROUNDS = howMany(2, 50);
const IN_FLIGHT = 16;

let temporary: TemporaryPlace;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let customers: bigint[];

beforeAll(async () => {
  temporary = makeTemporaryPlace();
  postgres = await startPostgres(temporary.place, true);
  await migrateDatabase(postgres.databaseUrl);
  await query(
    `INSERT INTO shops (domain, name, contact_email, iana_timezone, currency, installed_at)
     VALUES ('crash.myshopify.com', 'Crash', 'crash@example.com', 'Europe/Berlin', 'EUR', now())`,
  );
  const rows = await query(
    "INSERT INTO customers (shop_id, platform_customer_id) SELECT 1, n FROM generate_series(1, 8) n RETURNING id",
  );
  customers = rows.map(({ id }) => BigInt(id ?? 0));
});
afterAll(async () => {
  await postgres.stop();
  temporary.remove();
});

test("no acknowledged movement is lost and none is made twice, whatever is killed and when", async () => {
  const moments = fc.sample(fc.integer({ min: 40, max: 440 }), {
    numRuns: ROUNDS,
    seed: propertySeed,
  });
  for (const [round, moment] of moments.entries()) {
    const victim = round % 2 === 0 ? "the process" : "PostgreSQL";
    const name = `round-${round}`;
    const acknowledged = await moveUntilKilled(name, victim, moment);
    const last = Math.max(...acknowledged.keys()) + IN_FLIGHT;
    await repeatUnanswered(name, acknowledged, last);
    const made = new Set(
      (
        await query("SELECT source_key FROM credit_entries WHERE source_key LIKE $1", [`${name}:%`])
      ).map(({ source_key }) => source_key),
    );
    for (const [number, outcome] of acknowledged) {
      const isThere = made.has(`${name}:${number}`);
      expect(isThere, `movement ${number} after ${victim} was killed (${sameDraw})`).toBe(
        outcome === "posted",
      );
    }
    for (let number = 0; number <= last; number += 1) {
      const { amountMinor, sourceKey } = crashMovement(name, number, customers);
      if (amountMinor > 0) expect(made.has(sourceKey)).toBe(true);
    }
    expect(await findWhatDoesNotAddUp(), `after ${victim} was killed (${sameDraw})`).toEqual([]);
  }
});

/** Kills the victim after so many acknowledgements; gives what was acknowledged until then. */
async function moveUntilKilled(
  round: string,
  victim: "the process" | "PostgreSQL",
  after: number,
): Promise<Map<number, string>> {
  const writer = fork(
    join(projectRoot, "tests/support/ledger-writer.ts"),
    [postgres.databaseUrl, "1", round, customers.join(",")],
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
  if (victim === "the process") writer.kill("SIGKILL");
  else await killPostgres(writer);
  await ended;
  return acknowledged;
}

async function killPostgres(writer: ChildProcess): Promise<void> {
  process.kill(postgres.pid, "SIGKILL");
  await postgres.ended;
  writer.kill("SIGKILL");
  postgres = await startPostgres(temporary.place, true);
}

/** What got no answer may have been done or not: doing it again with the same source is safe. */
async function repeatUnanswered(
  round: string,
  acknowledged: ReadonlyMap<number, string>,
  last: number,
): Promise<void> {
  const db = openDatabase(postgres.databaseUrl, 2);
  const context = {
    db,
    shop: { id: 1n },
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
function findWhatDoesNotAddUp() {
  return query(`
    SELECT 'account ' || a.customer_id AS what FROM credit_accounts a
    WHERE a.available_minor <> (SELECT sum(amount_minor) FROM credit_entries e WHERE e.customer_id = a.customer_id)
       OR a.available_minor <> (SELECT sum(remaining_minor) FROM credit_grants g WHERE g.customer_id = a.customer_id)
    UNION ALL
    SELECT 'entry ' || e.id FROM credit_entries e
    WHERE (SELECT count(*) FROM activities l WHERE l.details ->> 'entry_id' = e.id::text) <> 1
       OR (SELECT count(*) FROM events f WHERE f.data ->> 'entry_id' = e.id::text) <> 1`);
}

async function query(text: string, values: unknown[] = []): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: postgres.databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
