import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect } from "vitest";
import type { FileExport } from "#app/domain/data-export/files/file-source.ts";
import type { ExportFormat } from "#app/domain/data-export/files/formats/export-format.ts";
import { openExportFile } from "#app/domain/data-export/files/read-export-file.ts";
import { removeExportFile } from "#app/domain/data-export/files/remove-export-file.ts";
import {
  type ExportFileRequest,
  requestExportFile,
} from "#app/domain/data-export/files/request-export-file.ts";
import { createCreditShopper } from "./credit-shopper.ts";
import type { TestShop } from "./test-shop.ts";

// Files of exports. DuckDB, which has its own readers, is the judge of what is in one.

type Row = Record<string, string | number>;

export const requestOf = (
  name: FileExport,
  format: ExportFormat,
  more: Partial<ExportFileRequest> = {},
): ExportFileRequest => ({
  export: name,
  format,
  fromDay: null,
  toDay: null,
  filters: {},
  key: crypto.randomUUID(),
  ...more,
});

/** Asks for a file and waits until it is made. @returns its number. */
export async function request(shop: TestShop, of: ExportFileRequest): Promise<bigint> {
  const id = await requestExportFile(await shop.context(), of);
  await shop.quiet();
  return id;
}

/** What is in a file that was asked for; it makes room for the next. */
export async function take(shop: TestShop, of: ExportFileRequest): Promise<Row[]> {
  const id = await request(shop, of);
  const rows = await readFile(await bytesOf(shop, id), of.format);
  await removeExportFile(await shop.context(), id, "Removed.");
  return rows;
}

export async function bytesOf(shop: TestShop, id: bigint): Promise<Buffer> {
  const { parts } = await openExportFile(await shop.context(), id);
  const pieces: Uint8Array[] = [];
  for await (const piece of parts) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** What an independent reader finds in a file. */
async function readFile(bytes: Buffer, format: ExportFormat): Promise<Row[]> {
  if (format === "jsonl") {
    const lines = bytes.toString().split("\n");
    expect(lines.pop()).toBe("");
    return lines.map((line) => JSON.parse(line) as Row);
  }
  return queryFile(bytes, format, (file) => `SELECT * FROM ${file}`);
}

/** Asks DuckDB about a file, whose name in the statement is given to `sql`. */
export async function queryFile(
  bytes: Buffer,
  format: "csv" | "parquet",
  sql: (file: string) => string,
): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "perennial-export-files-"));
  const db = await (await DuckDBInstance.create(":memory:")).connect();
  try {
    const path = join(folder, `export.${format}`);
    writeFileSync(path, bytes);
    const file = format === "csv" ? `read_csv('${path}', all_varchar = true)` : `'${path}'`;
    return (await db.runAndReadAll(sql(file))).getRowObjects() as Row[];
  } finally {
    db.closeSync();
    rmSync(folder, { recursive: true });
  }
}

/** All rows of an export as the API gives them, in the order of a file: credits-history has the newest first. */
export async function rowsOfApi(shop: TestShop, name: FileExport): Promise<Row[]> {
  const { status, body } = await shop.proxy(`/data/${name}`, { key: shop.key });
  expect(status).toBe(200);
  return name === "credits-history" ? body.data.toReversed() : body.data;
}

/** Files of an export have in each format the rows and the fields of the API. @returns the rows. */
export async function expectRowsOfApi(shop: TestShop, name: FileExport): Promise<Row[]> {
  const rows = await rowsOfApi(shop, name);
  const fields = Object.keys(rows[0] ?? {});
  const texts = rows.map((row) => asTexts(row, fields));
  expect(await take(shop, requestOf(name, "jsonl")), `${name} as jsonl`).toEqual(rows);
  for (const format of ["csv", "parquet"] as const) {
    const read = await take(shop, requestOf(name, format));
    expect(
      read.map((row) => asTexts(row, fields)),
      `${name} as ${format}`,
    ).toEqual(texts);
  }
  return rows;
}

/** A row as comma-separated values have it: every value is a text, and an empty one is nothing. */
const asTexts = (row: Row, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, String(row[field] ?? "") || null]));

/** Credit that was given, used, and is held. */
export async function fillStore(shop: TestShop) {
  const shopper = await createCreditShopper(shop, [5000, null]);
  const { code } = (await shopper.hold("20.00")).body;
  await shopper.buy(code, 2);
  await shopper.hold("3.00");
  await shop.quiet();
  return shopper;
}
