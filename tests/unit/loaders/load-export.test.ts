import { afterEach, describe, expect, test } from "vitest";
import { openDuckdbDatabase } from "#loaders/databases/duckdb-database.ts";
import type { LoadDatabase } from "#loaders/databases/load-database.ts";
import { openLoadDatabase } from "#loaders/databases/open-load-database.ts";
import { openSqliteDatabase } from "#loaders/databases/sqlite-database.ts";
import type { ExportName } from "#loaders/exports.ts";
import { loadExport } from "#loaders/load/load-export.ts";
import { type ScriptedStore, startScriptedStore } from "./scripted-store.ts";

const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

type Rows = Record<string, unknown>[];

/** A store whose pages, of whichever export, are these; the second page of a cursor begins after id 1. */
async function storeOf(pages: () => Rows[]): Promise<ScriptedStore> {
  const store = await startScriptedStore(({ searchParams }) => {
    const isCursor = searchParams.has("since_id");
    const index = isCursor
      ? Number(searchParams.get("since_id"))
      : Number(searchParams.get("page")) - 1;
    const data = pages()[index] ?? [];
    const more = index + 1 < pages().length;
    const meta = isCursor
      ? { per_page: 2, last_id: data.length > 0 ? index + 1 : index, has_more: more }
      : { current_page: index + 1, per_page: more ? data.length : data.length + 1 };
    return { body: { data, meta } };
  });
  cleanUps.push(store.close);
  return store;
}

async function open(kind: "sqlite" | "duckdb"): Promise<LoadDatabase> {
  const db =
    kind === "sqlite" ? openSqliteDatabase(":memory:") : await openDuckdbDatabase(":memory:");
  cleanUps.push(db.close);
  return db;
}

function load(store: ScriptedStore, db: LoadDatabase, name: ExportName, isFull = false) {
  return loadExport(store.connection, db, { name, sinceDate: null, isFull });
}

const member = (id: number, more: object = {}) => ({
  platform_customer_gid: `gid://platform/Customer/${id}`,
  email: `${id}@example.com`,
  balance_from_subscribfy: "1.00",
  ...more,
});

describe.each(["sqlite", "duckdb"] as const)("a table in %s", (kind) => {
  test("gets a column for a field that first comes on a later page", async () => {
    const db = await open(kind);
    let pages: Rows[] = [[member(1)], [member(2, { Stars_Points: " - " })]];
    const store = await storeOf(() => pages);
    await load(store, db, "members");
    const points = "SELECT email, stars_points FROM perennial_members ORDER BY email";
    expect(await db.run(points)).toEqual([
      { email: "1@example.com", stars_points: null },
      { email: "2@example.com", stars_points: " - " },
    ]);
    // The field stays away again: the column stays, and is empty.
    pages = [[member(3)]];
    await load(store, db, "members");
    expect(await db.run(points)).toEqual([{ email: "3@example.com", stars_points: null }]);
  });

  test("that a cursor export is loaded into gets a new column too", async () => {
    const db = await open(kind);
    const pages: Rows[] = [[{ order_id: "1" }], [{ order_id: "2", loyalty_tier: "gold" }]];
    await load(await storeOf(() => pages), db, "orders");
    expect(
      await db.run("SELECT order_id, loyalty_tier FROM perennial_orders ORDER BY order_id"),
    ).toEqual([
      { order_id: "1", loyalty_tier: null },
      { order_id: "2", loyalty_tier: "gold" },
    ]);
  });

  test("keeps whole numbers as numbers, and everything else as the text that it was", async () => {
    const db = await open(kind);
    const row = { platform_contract_id: "007", price: "10.10", interval_count: 3, status: "" };
    await load(await storeOf(() => [[row]]), db, "subscriptions");
    const [read] = await db.run(
      "SELECT platform_contract_id, price, interval_count + 1 AS next, status FROM perennial_subscriptions",
    );
    expect({ ...read, next: Number(read?.next) }).toEqual({
      platform_contract_id: "007",
      price: "10.10",
      next: 4,
      status: "",
    });
  });

  test.each([
    ["a text where a whole number is promised", { interval_count: "3" }, /interval_count is "3"/],
    ["an object", { status: { a: 1 } }, /status is an object, not a text/],
    ["a name that cannot be a column's", { "1; DROP": "x" }, /“1; DROP” cannot be the name/],
  ])("stays as it was after %s", async (_what, row, problem) => {
    const db = await open(kind);
    const pages: Rows[] = [[{ status: "ACTIVE" }], [row]];
    await expect(load(await storeOf(() => pages), db, "subscriptions")).rejects.toThrow(problem);
    const [rows] = await db.run("SELECT count(*) AS n FROM perennial_subscriptions");
    const [state] = await db.run("SELECT last_id, row_count FROM perennial_load_state");
    expect([rows?.n, state?.last_id, state?.row_count].map(Number)).toEqual([1, 1, 1]);
  });

  test("is written by one load alone: one that was overtaken writes nothing", async () => {
    const db = await open(kind);
    const store = await startScriptedStore(async ({ searchParams }) => {
      const id = Number(searchParams.get("since_id"));
      // What another process would do between two pages.
      if (id === 1) await db.run("UPDATE perennial_load_state SET last_id = 77");
      return {
        body: {
          data: [{ order_id: String(id) }],
          meta: { per_page: 1, last_id: id + 1, has_more: id === 0 },
        },
      };
    });
    cleanUps.push(store.close);
    const overtaking = load(store, db, "orders");
    await expect(overtaking).rejects.toThrow(/another load into this database has overtaken/);
    const [rows] = await db.run("SELECT count(*) AS n FROM perennial_orders");
    expect(Number(rows?.n)).toBe(1);
  });
});

test.each(["mysql://x", "sqlite:", "duckdb", "/tmp/a.db", "postgres:x"])(
  "nothing is opened for %s",
  async (into) => {
    await expect(openLoadDatabase(into)).rejects.toThrow(/^--into takes/);
  },
);

test("a database that cannot be opened is said in one line", async () => {
  await expect(openLoadDatabase("sqlite:/nowhere/a.db")).rejects.toThrow(/^SQLite .+[^\n]$/);
  await expect(openLoadDatabase("duckdb:/nowhere/a.db")).rejects.toThrow(/^DuckDB .+[^\n]$/);
  const closed = openLoadDatabase("postgres://somebody:secret@127.0.0.1:1/x");
  await expect(closed).rejects.toThrow(/^PostgreSQL: connect ECONNREFUSED (?!.*secret)/);
});
