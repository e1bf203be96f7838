import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FileExport } from "#app/domain/data-export/files/file-source.ts";
import { FILE_EXPORTS, FILE_FILTERS } from "#app/domain/data-export/files/file-sources.ts";
import { makeExportFile } from "#app/domain/data-export/files/make-export-file.ts";
import { listExportFiles, openExportFile } from "#app/domain/data-export/files/read-export-file.ts";
import { removeExportFile } from "#app/domain/data-export/files/remove-export-file.ts";
import {
  type ExportFileRequest,
  requestExportFile,
} from "#app/domain/data-export/files/request-export-file.ts";
import { retryExportFile } from "#app/domain/data-export/files/retry-export-file.ts";
import { readFileRoom } from "#app/domain/data-export/files/room-for-files.ts";
import { listReads } from "#app/domain/data-export/reads/list-reads.ts";
import { createCreditShopper } from "#tests/support/credit-shopper.ts";
import * as exportFiles from "#tests/support/export-files.ts";
import { requestOf } from "#tests/support/export-files.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

/** The export that `export-file.test.ts` has made into files. */
const IN_SHORT = "store-credits";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ seed: "small", timezone: "Pacific/Auckland" });
});

const request = (of: ExportFileRequest) => exportFiles.request(shop, of);
const take = (of: ExportFileRequest) => exportFiles.take(shop, of);
const bytesOf = (id: bigint) => exportFiles.bytesOf(shop, id);
const rowsOfApi = (name: FileExport) => exportFiles.rowsOfApi(shop, name);
const fillStore = () => exportFiles.fillStore(shop);
const fileOf = async (id: bigint) =>
  (await listExportFiles(await shop.context(), 25)).find((file) => file.id === id);

describe("a file of an export", () => {
  test("has in each format the rows and the fields of the API, whichever export it is", async () => {
    await fillStore();
    for (const name of FILE_EXPORTS) {
      if (name === IN_SHORT) continue;
      const rows = await exportFiles.expectRowsOfApi(shop, name);
      if (name !== "cancellation-reasons") expect(rows.length, name).toBeGreaterThan(0);
    }
  });

  test("has in Parquet the types that the API answers, and one column a field also where there is no row", async () => {
    await fillStore();
    const rows = await rowsOfApi("store-credits");
    const types = Object.entries(rows[0] ?? {}).map(([field, value]) => [
      field,
      typeof value === "number" ? "INTEGER" : "VARCHAR",
    ]);
    for (const toDay of [null, "2001-01-01"]) {
      const bytes = await bytesOf(await request(requestOf("store-credits", "parquet", { toDay })));
      const columns = await exportFiles.queryFile(
        bytes,
        "parquet",
        (file) => `DESCRIBE SELECT * FROM ${file}`,
      );
      expect(columns.map((column) => [column.column_name, column.column_type])).toEqual(types);
    }
  });

  test("is narrowed to days in the store's zone, and to a field's value", async () => {
    await fillStore();
    const credits = await rowsOfApi("store-credits");
    const days = credits.map(({ created_at: day }) => String(day));
    const [first = "", last = ""] = [days.at(0), days.at(-1)];
    const read = (name: FileExport, more: Partial<ExportFileRequest>) =>
      take(requestOf(name, "jsonl", more));
    expect(await read("store-credits", { fromDay: first, toDay: last })).toEqual(credits);
    const ever = { fromDay: "0001-01-01", toDay: "9999-12-31" };
    expect(await read("store-credits", ever)).toEqual(credits);
    const before = (day: string) =>
      new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    expect(await read("store-credits", { toDay: before(first) })).toEqual([]);
    expect(await read("credits-history", { fromDay: first })).toEqual(
      await rowsOfApi("credits-history"),
    );
    const used = credits.filter((row) => row.used_in === "checkout");
    expect(used.length).toBeGreaterThan(0);
    expect(await read("store-credits", { filters: { used_in: "checkout" } })).toEqual(used);
    for (const name of FILE_EXPORTS) {
      for (const [field, values] of Object.entries(FILE_FILTERS[name])) {
        for (const value of values) {
          const wanted = (await rowsOfApi(name)).filter((row) => row[field] === value);
          const found = await read(name, { filters: { [field]: value } });
          expect(found, `${name}: ${field} ${value}`).toEqual(wanted);
        }
      }
    }
  });

  test("says how many rows it looked at, and how many are in it", async () => {
    const orders = await rowsOfApi("orders");
    const wanted = orders.filter((row) => row.order_tag === "recharge").length;
    expect(wanted).toBeLessThan(orders.length);
    const id = await request(requestOf("orders", "csv", { filters: { order_tag: "recharge" } }));
    expect(await fileOf(id)).toMatchObject({
      state: "ready",
      rowCount: BigInt(wanted),
      seenCount: BigInt(orders.length),
      totalCount: BigInt(orders.length),
      byteCount: BigInt((await bytesOf(id)).length),
    });
  });

  test("begins with the fields' names, and leaves negative amounts numbers", async () => {
    await fillStore();
    const text = (await bytesOf(await request(requestOf("store-credits", "csv")))).toString();
    expect(text.startsWith("\ufeffplatform_customer_gid,type,")).toBe(true);
    expect(text).toMatch(/,-20\.00,/);
    expect(text).not.toContain("'-");
  });
});

describe("asking for a file", () => {
  test("twice with one key, also at once, makes one file", async () => {
    const context = await shop.context();
    const wanted = requestOf("orders", "csv");
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => requestExportFile(context, wanted)),
    );
    expect(new Set(ids).size).toBe(1);
    await shop.quiet();
    expect(await listExportFiles(context, 25)).toHaveLength(1);
  });

  test("beyond what a store may keep replaces the oldest that is made, also at once", async () => {
    const context = await shop.context();
    const made: bigint[] = [];
    for (let count = 0; count < 20; count += 1) {
      made.push(await requestExportFile(context, requestOf("members", "jsonl")));
    }
    await shop.quiet();
    const { toReplace } = await readFileRoom(context.db.prisma, context.shop.id);
    expect(toReplace?.id).toBe(made[0]);
    await Promise.all(
      Array.from({ length: 3 }, () => requestExportFile(context, requestOf("members", "csv"))),
    );
    await shop.quiet();
    const files = await listExportFiles(context, 25);
    expect(files.filter(({ state }) => state === "ready")).toHaveLength(20);
    const gone = files.filter(({ state }) => state === "removed");
    expect(gone.map(({ id }) => id)).toEqual(made.slice(0, 3).toReversed());
    expect(new Set(gone.map(({ reason }) => reason))).toEqual(
      new Set(["Made way for a newer file."]),
    );
    await expect(openExportFile(context, made[0] as bigint)).rejects.toThrow("not kept");
  });

  test("beyond what a store may keep is refused while none is made, and removing one makes room", async () => {
    const context = await shop.context();
    const ids: bigint[] = [];
    for (let count = 0; count < 20; count += 1) {
      ids.push(await requestExportFile(context, requestOf("members", "jsonl")));
    }
    await shop.quiet();
    const { db, shop: row } = context;
    await db.prisma.exportFile.updateMany({
      where: { shopId: row.id },
      data: { state: "waiting" },
    });
    const refused = requestExportFile(context, requestOf("members", "csv"));
    await expect(refused).rejects.toThrow("20 files are being made already.");
    await removeExportFile(context, ids[0] as bigint, "Removed.");
    expect((await fileOf(await request(requestOf("members", "csv"))))?.state).toBe("ready");
  });

  test("whose job has failed at every attempt says so, and can be made after all", async () => {
    const context = await shop.context();
    const id = await request(requestOf("members", "csv"));
    const { db, shop: row } = context;
    await db.prisma.exportFile.updateMany({
      where: { shopId: row.id, id },
      data: { state: "waiting", reason: "the platform does not answer" },
    });
    expect((await fileOf(id))?.isGivenUp).toBe(false);
    const key = `make-export-file/${row.id}/${id}`;
    await db.prisma.$executeRaw`
      SELECT graphile_worker.add_job('make-export-file', payload := ${JSON.stringify({ shopId: String(row.id), fileId: String(id) })}::json,
        run_at := now() + interval '1 day', max_attempts := 1, job_key := ${key})`;
    expect((await fileOf(id))?.isGivenUp).toBe(false);
    await db.prisma
      .$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = 1 WHERE key = ${key}`;
    expect((await fileOf(id))?.isGivenUp).toBe(true);
    await retryExportFile(context, id);
    await shop.quiet();
    expect(await fileOf(id)).toMatchObject({ state: "ready", isGivenUp: false, reason: null });
    await expect(retryExportFile(context, id)).rejects.toThrow("no longer to be made");
  });

  test.each([
    ["fromDay", { fromDay: "2026-02-30" }, "YYYY-MM-DD"],
    ["toDay", { fromDay: "2026-02-03", toDay: "2026-02-02" }, "before the first"],
    ["filters", { filters: { order_tag: "no such tag" } }, "order_tag"],
    ["filters", { filters: { constructor: "x" } }, "constructor"],
  ] as const)("names what is wrong: %s %j", async (field, more, words) => {
    const context = await shop.context();
    const error = await requestExportFile(context, requestOf("orders", "csv", more)).catch(
      (e) => e,
    );
    expect(error.fields[field].join(" ")).toContain(words);
    expect(await listExportFiles(context, 25)).toEqual([]);
  });

  test("days of an export whose rows have none is refused", async () => {
    const wanted = requestOf("members", "csv", { fromDay: "2026-01-01" });
    const error = await requestExportFile(await shop.context(), wanted).catch((e) => e);
    expect(error.fields.fromDay.join(" ")).toContain("no date");
  });
});

describe("the life of a file", () => {
  test("it is kept for a week, and what it was stays listed", async () => {
    const id = await request(requestOf("orders", "csv"));
    await shop.control("clock", { advance: "P6D" });
    await shop.quiet();
    expect((await fileOf(id))?.state).toBe("ready");
    await shop.control("clock", { advance: "P2D" });
    await shop.quiet();
    expect(await fileOf(id)).toMatchObject({ state: "removed", reason: "Its week is over." });
    await expect(bytesOf(id)).rejects.toThrow("not kept");
    const context = await shop.context();
    expect(await context.db.prisma.exportFilePart.count({ where: { fileId: id } })).toBe(0);
  });

  test("another store finds nothing under its number", async () => {
    const id = await request(requestOf("orders", "csv"));
    const other = await testApp.createShop();
    await expect(openExportFile(await other.context(), id)).rejects.toThrow("not kept");
    await removeExportFile(await other.context(), id, "Removed.");
    expect((await fileOf(id))?.state).toBe("ready");
  });

  test("two runs at once leave one whole file", async () => {
    await fillStore();
    const context = await shop.context();
    const id = await request(requestOf("store-credits", "jsonl"));
    const before = await bytesOf(id);
    for (let times = 0; times < 5; times += 1) {
      await context.db.prisma.exportFile.updateMany({ where: { id }, data: { state: "waiting" } });
      await Promise.all([makeExportFile(context, id), makeExportFile(context, id)]);
      expect((await fileOf(id))?.state).toBe("ready");
      expect(await bytesOf(id)).toEqual(before);
      expect((await fileOf(id))?.rowCount).toBe(BigInt(before.toString().split("\n").length - 1));
    }
  });

  test("a person who is erased is in no file: kept ones go, one in the making begins again", async () => {
    const shopper = await fillStore();
    const gid = `gid://platform/Customer/${shopper.cid}`;
    const kept = await request(requestOf("customers", "csv"));
    const running = await request(requestOf("customers", "jsonl"));
    expect((await bytesOf(running)).toString()).toContain(gid);
    const context = await shop.context();
    await context.db.prisma.exportFile.updateMany({
      where: { id: running },
      data: { state: "running" },
    });
    await shop.control("compliance", { topic: "customers/redact", cid: shopper.cid });
    await shop.quiet();
    expect(await fileOf(kept)).toMatchObject({
      state: "removed",
      reason: expect.stringContaining("erased"),
    });
    expect((await fileOf(running))?.state).toBe("ready");
    expect((await bytesOf(running)).toString()).not.toContain(gid);
    expect((await bytesOf(running)).length).toBeGreaterThan(0);
  });
});

describe("what is remembered of reads", () => {
  const reads = async () =>
    (await listReads(await shop.context())).map(({ export: name, reached, behind, pages }) => ({
      name,
      ...{ reached, behind, pages },
    }));

  test("says how far each key has come with each export, and how much is new since", async () => {
    await fillStore();
    const { body } = await shop.proxy("/data/store-credits", { key: shop.key });
    const lastId = body.meta.last_id;
    await shop.proxy("/data/members", { key: shop.key, query: { page: "1" } });
    const other = await shop.createKey(["data:read"]);
    await shop.proxy("/data/store-credits", { key: other });
    expect(await reads()).toEqual([
      { name: "store-credits", reached: lastId, behind: 0, pages: 1 },
      { name: "members", reached: 1, behind: null, pages: 1 },
      { name: "store-credits", reached: lastId, behind: 0, pages: 1 },
    ]);
    await createCreditShopper(shop, [700, null]);
    await shop.proxy("/data/store-credits", { key: other });
    const [latest, , first] = await reads();
    expect(latest).toMatchObject({ behind: 0, pages: 2 });
    expect(first).toEqual({ name: "store-credits", reached: lastId, behind: 1, pages: 1 });
  });

  test("counts only rows that were given, whatever was asked for", async () => {
    await fillStore();
    const ask = (name: string, query: Record<string, string>) =>
      shop.proxy(`/data/${name}`, { key: shop.key, query });
    await ask("store-credits", { since_id: "999999" });
    await ask("members", { page: "7" });
    expect(await reads()).toEqual([
      { name: "members", reached: 0, behind: null, pages: 1 },
      { name: "store-credits", reached: 0, behind: expect.any(Number), pages: 1 },
    ]);
    expect((await reads())[1]?.behind).toBeGreaterThan(0);
    const lastId = (await ask("store-credits", {})).body.meta.last_id;
    await ask("store-credits", { since_id: "999999" });
    await ask("store-credits", { since_date: "9999-12-31" });
    expect((await reads())[0]).toEqual({
      ...{ name: "store-credits", reached: lastId, behind: 0, pages: 4 },
    });
  });

  test("leaves out one customer's row and a refused call", async () => {
    const shopper = await fillStore();
    const gid = { platform_customer_gid: String(shopper.cid) };
    await shop.proxy("/data/customers", { key: shop.key, query: gid });
    await shop.proxy("/data/credits-history", { key: shop.key, query: gid });
    await shop.proxy("/data/orders", { key: shop.key, query: { since_id: "x" } });
    expect(await reads()).toEqual([]);
  });
});
