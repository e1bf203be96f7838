import { eachByItself } from "#app/lib/each-by-itself.ts";
import { givenIds } from "#app/lib/one-way.ts";
import type { ShopContext } from "../../context.ts";
import { type ExportName, rowsOf } from "../modules/export-module.ts";
import { EXPORT_MODULES, EXPORT_NAMES } from "../modules/export-modules.ts";
import { catchUpBeforeReading } from "./catch-up.ts";
import { readSources } from "./read-sources.ts";
import { writeMarkedOrders } from "./write-orders.ts";
import { lockExport, readGeneration, rowOfSource, writeRows } from "./write-rows.ts";

/** Facts of an export that one comparison looks at. */
const SAMPLE = 500;

/** SQL for the facts ($2) whose row in the generation $5 of the export $6 is not what they say. */
export function differingSql(name: ExportName): string {
  return `
  WITH given AS (SELECT $3::text, $4::text), wanted AS MATERIALIZED (${rowsOf(EXPORT_MODULES[name])})
  SELECT coalesce(w.source_id, r.source_id) AS id
  FROM wanted w FULL JOIN (
    SELECT r.source_id, r.row_on, r.document FROM ${givenIds("$2")}
    CROSS JOIN ${rowOfSource("given.id", "$5")} r) r
  ON r.source_id = w.source_id
  WHERE r.document IS DISTINCT FROM w.document OR r.row_on IS DISTINCT FROM w.row_on`;
}

/**
 * Compares the rows of a run of facts in each export with what the facts say now, mends those that differ, and says in the
 * log which they were: a change that told nobody of itself is a bug. Safe to repeat.
 *
 * @param startOf chooses after which row the run begins, below the id that was given last; by chance unless it is given.
 * @returns how many rows were mended.
 */
export async function compareExports(
  context: ShopContext,
  startOf: (maxId: number) => number = (maxId) => Math.floor(Math.random() * maxId),
): Promise<number> {
  await catchUpBeforeReading(context);
  let mended = 0;
  await eachByItself(EXPORT_NAMES, async (name) => {
    const ids = await readRun(context, name, startOf);
    const wrong = await findDiffering(context, name, ids);
    if (wrong.length === 0) return;
    mended += wrong.length;
    context.log.warn(
      { export: name, ids: wrong.map(String) },
      "rows of an export were not up to their facts",
    );
    if (name === "orders") await writeMarkedOrders(context, new Set(wrong));
    else {
      await context.db.transaction(async (tx) => {
        const locked = await lockExport(tx, context.shop.id, name);
        await writeRows(tx, [{ locked, sourceIds: wrong }]);
      });
    }
  });
  return mended;
}

async function readRun(
  { db, shop }: ShopContext,
  name: ExportName,
  startOf: (maxId: number) => number,
): Promise<bigint[]> {
  const { prisma } = db;
  const found = await prisma.export.findUnique({
    where: { shopId_export: { shopId: shop.id, export: name } },
  });
  const start = startOf(Number(found?.lastId ?? 0n));
  const generation = found?.served ?? 0;
  const row = await prisma.exportRow.findFirst({
    where: { shopId: shop.id, export: name, generation, id: { gt: start } },
    orderBy: { id: "asc" },
    select: { sourceId: true },
  });
  const after = row && start > 0 ? row.sourceId - 1n : 0n;
  return readSources(prisma, { shopId: shop.id, name, after, limit: SAMPLE });
}

/** Of some facts those whose row is not what they say, while nobody writes rows. */
export function findDiffering(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  name: ExportName,
  ids: readonly bigint[],
): Promise<bigint[]> {
  return db.transaction(async (tx) => {
    const locked = await lockExport(tx, shop.id, name);
    if (locked.served === null) return [];
    const { zone, currency } = await readGeneration(tx, locked, locked.served);
    const rows = await tx.$queryRawUnsafe<{ id: bigint }[]>(
      differingSql(name),
      shop.id,
      ids,
      zone,
      currency,
      locked.served,
      name,
    );
    return rows.map(({ id }) => id);
  });
}
