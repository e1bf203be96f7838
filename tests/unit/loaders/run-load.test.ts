import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LoadDatabase } from "#loaders/databases/load-database.ts";
import { openSqliteDatabase } from "#loaders/databases/sqlite-database.ts";
import { EXPORT_NAMES, EXPORTS, type ExportName } from "#loaders/exports.ts";
import type { LoadCommand } from "#loaders/load/load-command.ts";
import { newClaim } from "#loaders/load/replacement-claim.ts";
import { runLoad } from "#loaders/load/run-load.ts";
import { type ScriptedAnswer, type ScriptedStore, startScriptedStore } from "./scripted-store.ts";

let folder: string;
let path: string;
let store: ScriptedStore;
/** What the store says of an export instead of one row. */
let answers: Partial<Record<ExportName, ScriptedAnswer>>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "perennial-load-"));
  path = join(folder, "store.db");
  answers = {};
  store = await startScriptedStore(({ pathname, searchParams }) => {
    const name = pathname.split("/").at(-1) as ExportName;
    const isFirst = (searchParams.get("since_id") ?? "0") === "0";
    const data = isFirst ? [{ email: "ada@example.com" }] : [];
    const meta = searchParams.has("page")
      ? { current_page: 1, per_page: 2 }
      : { per_page: 2, last_id: 1, has_more: false };
    return answers[name] ?? { body: { data, meta } };
  });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function load(more: Partial<LoadCommand> = {}) {
  const lines: string[] = [];
  const { proxyBase, key, wait } = store.connection;
  const command = { proxyBase, key, into: `sqlite:${path}`, exports: EXPORT_NAMES };
  const output = {
    say: (line: string) => lines.push(line),
    warn: (line: string) => lines.push(line),
  };
  const failure = await runLoad(
    { ...command, sinceDate: null, isFull: false, ...more },
    output,
    wait,
  ).catch((error: Error) => error.message);
  return { lines, failure };
}

async function inDatabase<T>(work: (db: LoadDatabase) => Promise<T>): Promise<T> {
  const db = openSqliteDatabase(path);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const hasTable = (name: string) => inDatabase(async (db) => (await db.columnsOf(name)).length > 0);

test("another day than before is refused for all exports that take one, before anything is loaded", async () => {
  expect((await load()).failure).toBeUndefined();
  const asked = store.asked.length;
  const { lines, failure } = await load({ sinceDate: "2026-01-01" });
  const names = EXPORT_NAMES.filter((name) => EXPORTS[name].takesSinceDate);
  expect(failure).toBe(
    `${names.join(", ")}: the rows here are those since the beginning. --full loads those of another day. Nothing was loaded.`,
  );
  expect([lines, store.asked.length]).toEqual([[], asked]);
});

test("another address than before is refused for all exports, and both addresses are named", async () => {
  const { proxyBase } = store.connection;
  await load({ exports: ["orders"] });
  const other = proxyBase.replace("127.0.0.1", "localhost");
  const { failure } = await load({ proxyBase: other });
  expect(failure).toContain(`orders: this database holds the rows of ${proxyBase}`);
  expect(failure).toContain("a store is known by its address");
});

test("an export whose answer is wrong is named at the end, and the others are loaded", async () => {
  answers.orders = { body: { data: [{ "1; DROP": "x" }], meta: { last_id: 1, has_more: false } } };
  answers.subscriptions = { body: { data: [] } };
  answers.customers = { status: 422, body: { message: "No." } };
  const { lines, failure } = await load();
  expect(failure).toBe("Not loaded: orders, customers, subscriptions.");
  expect(lines).toContain("store-credits: 1 row loaded, 1 row in all");
  expect(lines.join("\n")).toMatch(/^orders: “1; DROP” cannot be/m);
  expect(lines.join("\n")).toMatch(/^subscriptions: the answer is not/m);
});

test("a day with which nothing was ever loaded binds no later load", async () => {
  answers.orders = { status: 422, body: { message: "No." } };
  expect((await load({ exports: ["orders"], sinceDate: "2026-02-30" })).failure).toMatch(/^Not/);
  answers = {};
  expect((await load({ exports: ["orders"], sinceDate: "2026-02-28" })).failure).toBeUndefined();
  expect(store.asked.at(-1)?.searchParams.get("since_date")).toBe("2026-02-28");
});

test("what a full load that was killed has left is removed by the next load of anything", async () => {
  await load({ exports: ["orders"] });
  const { pid } = spawnSync(process.execPath, ["--version"]);
  await inDatabase(async (db) => {
    await db.run("CREATE TABLE perennial_orders_incoming (a text)");
    await db.run("UPDATE perennial_load_state SET replaced_by = $1", [
      newClaim().replace(` ${process.pid} `, ` ${pid} `),
    ]);
  });
  expect((await load({ exports: ["members"] })).failure).toBeUndefined();
  expect(await hasTable("perennial_orders_incoming")).toBe(false);
});

test("a full load that is under way keeps what it has read, here and on another machine", async () => {
  await load({ exports: ["orders"] });
  const elsewhere = newClaim().split(" ").with(1, "another-machine");
  for (const claim of [newClaim(), elsewhere.join(" ")]) {
    await inDatabase(async (db) => {
      await db.run("CREATE TABLE IF NOT EXISTS perennial_orders_incoming (a text)");
      await db.run("UPDATE perennial_load_state SET replaced_by = $1", [claim]);
    });
    expect((await load({ exports: ["orders"] })).failure).toBeUndefined();
    expect(await hasTable("perennial_orders_incoming")).toBe(true);
  }
  const yesterday = new Date(Date.now() - 25 * 60 * 60_000).toISOString();
  await inDatabase((db) =>
    db.run("UPDATE perennial_load_state SET replaced_by = $1", [
      elsewhere.with(0, yesterday).join(" "),
    ]),
  );
  await load({ exports: ["orders"] });
  expect(await hasTable("perennial_orders_incoming")).toBe(false);
});

test("a store below localhost is found where the system knows no such name", async () => {
  const proxyBase = store.connection.proxyBase.replace("127.0.0.1", "plants-by-post.localhost");
  expect((await load({ proxyBase, exports: ["orders"] })).failure).toBeUndefined();
  expect(store.asked.map(({ hostname }) => hostname)).toEqual(["plants-by-post.localhost"]);
  expect(store.waits).toEqual([]);
});

test("a store below localhost that does not answer is said in one line", async () => {
  const { failure } = await load({
    proxyBase: "http://plants.localhost:1/apps",
    exports: ["orders"],
  });
  expect(failure).toBe("http://plants.localhost:1/apps cannot be read: ECONNREFUSED.");
});
