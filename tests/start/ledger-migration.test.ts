import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateDatabase } from "#scripts/database/migrate-database.ts";
import type { RunningPostgres } from "#scripts/postgres/start-postgres.ts";
import { startTemporaryPostgres } from "#scripts/postgres/start-temporary-postgres.ts";
import { migrationsBefore } from "./earlier-migrations.ts";

let server: RunningPostgres;

beforeAll(async () => {
  server = await startTemporaryPostgres({ inMemory: true });
});
afterAll(() => server.stop());

const movement = (customer: number, amount: number, more: object = {}) => ({
  customer_id: String(customer),
  unit: "money",
  amount_minor: amount,
  type_code: 4,
  message: "Moved",
  at: "2026-01-01T12:00:00Z",
  actor_kind: "system",
  ...more,
});

const ACCOUNTS = `
  SELECT customer_id::int AS customer, unit, available_minor::int AS available, held_minor::int AS held,
    issued_minor::int AS issued, used_minor::int AS used FROM credit_accounts ORDER BY customer_id, unit`;
const ENTRIES = `
  SELECT id::int, customer_id::int AS customer, unit, type_code, status, amount_minor::int AS amount, message
  FROM credit_entries ORDER BY id`;

test("a database with credit from before keeps every balance and entry, and its histories go on", async () => {
  // Before entries kept what an account had after them.
  await migrateDatabase(server.databaseUrl, migrationsBefore("0009"));
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    await client.query(`
      INSERT INTO shops (domain, name, contact_email, iana_timezone, currency, plan, installed_at)
      VALUES ('old.example', 'Old', 'a@example.com', 'Europe/Berlin', 'EUR', 'enterprise', now());
      INSERT INTO customers (shop_id, platform_customer_id) SELECT 1, n FROM generate_series(1, 3) n`);
    await client.query("SELECT post_credit(1, $1)", [
      JSON.stringify([
        movement(1, 1000),
        movement(1, 500, { parts: [{ amount_minor: 500, expires_at: "2027-01-01T00:00:00Z" }] }),
        movement(2, 300, { parts: [{ amount_minor: 300, expires_at: "2027-02-01T00:00:00Z" }] }),
        movement(1, -200),
        movement(2, 70, { unit: "points" }),
        movement(1, -400, { on_hold: true, type_code: 2 }),
        movement(1, 50),
        movement(2, -100, { on_hold: true, type_code: 2 }),
      ]),
    ]);
    await client.query("SELECT settle_credit_hold(1, 8, 60, $1)", [
      JSON.stringify(movement(2, 0, { type_code: 2, message: "Used" })),
    ]);
    const before = {
      accounts: (await client.query(ACCOUNTS)).rows,
      entries: (await client.query(ENTRIES)).rows,
    };
    await migrateDatabase(server.databaseUrl);
    expect((await client.query(ACCOUNTS)).rows).toEqual(before.accounts);
    expect((await client.query(ENTRIES)).rows).toEqual(before.entries);
    const totals = await client.query(
      "SELECT total_after_minor::int AS total FROM credit_entries WHERE customer_id = 1 ORDER BY id",
    );
    expect(totals.rows.map(({ total }) => total)).toEqual([1000, 1500, 1300, 1300, 1350]);
    const summary = await client.query(`
      SELECT (SELECT sum(given_minor + taken_minor)::int FROM credit_days WHERE unit = 'money') AS outstanding,
        (SELECT sum(open_minor)::int FROM credit_expiry_days WHERE unit = 'money') AS open,
        (SELECT jsonb_object_agg(day, open_minor) FROM credit_expiry_days WHERE unit = 'money') AS expiring,
        (SELECT array_agg(last_grant_id::int) FROM credit_rollups) AS grants,
        (SELECT holders::int FROM credit_rollups) AS holders,
        (SELECT array_agg(entry_count::int ORDER BY customer_id, unit) FROM credit_accounts) AS counts,
        (SELECT array_agg(to_char(due_at, 'YYYY-MM-DD')) FROM due_tasks WHERE kind = 'expire-credit') AS due`);
    expect(summary.rows[0]).toEqual({
      outstanding: 1350 + 240,
      open: 1350 + 240,
      expiring: { "2027-01-01": 300, "2027-02-01": 240, infinity: 1050 },
      grants: [5],
      holders: 2,
      counts: [5, 2, 1],
      due: ["2027-01-01"],
    });
    const { LEDGER_CODES } = await import("#app/domain/ledger/ledger-codes.ts");
    const posted = await client.query("SELECT post_credit(1, $1, $2) AS results", [
      JSON.stringify([
        movement(1, 25, {
          grant_amounts: [25],
          grant_expiries: [null],
          counts_as: "issued",
          activity_kind: "store_credit.added",
        }),
      ]),
      LEDGER_CODES,
    ]);
    expect(posted.rows[0].results[0]).toMatchObject({
      outcome: "posted",
      entry_id: "10",
      account: { available_minor: 975, held_minor: 400 },
    });
  } finally {
    await client.end();
  }
});
