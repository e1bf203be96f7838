import type { Export, ExportGeneration } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { checked, givenIds, rowBy } from "#app/lib/one-way.ts";
import { type ExportName, rowsOf } from "../modules/export-module.ts";
import { EXPORT_MODULES } from "../modules/export-modules.ts";

/** The row of a fact in a generation of the export $6. */
export const rowOfSource = (sourceId: string, generation: string): string =>
  rowBy(
    "export_rows",
    `source_id = ${sourceId} AND ${checked("export = $6")} AND ${checked(`generation = ${generation}`)}`,
  );

/**
 * SQL that brings the rows of some facts ($2) up to them, in one generation ($5) of an export ($6). A row that is new gets
 * the id that it has in the served generation ($7), else the next ones after $8. Answers how many rows are new and the
 * highest id given.
 */
export function writeRowsSql(name: ExportName): string {
  return `
  WITH given AS (SELECT $3::text, $4::text), wanted AS MATERIALIZED (${rowsOf(EXPORT_MODULES[name])}
  ), known AS MATERIALIZED (
    SELECT r.id, r.source_id, r.row_on, r.document FROM ${givenIds("$2")}
    CROSS JOIN ${rowOfSource("given.id", "$5")} r
  ), gone AS (
    DELETE FROM export_rows
    WHERE shop_id = $1 AND export = $6 AND generation = $5 AND id = ANY (ARRAY(
      SELECT id FROM known k WHERE NOT EXISTS (SELECT 1 FROM wanted w WHERE w.source_id = k.source_id)))
    RETURNING id
  ), fresh AS MATERIALIZED (
    SELECT coalesce(s.id, $8 + row_number() OVER (PARTITION BY s.id IS NULL ORDER BY w.source_id)) AS id,
      w.source_id, w.row_on, w.document
    FROM wanted w LEFT JOIN ${rowOfSource("w.source_id", "$7")} s ON true
    WHERE NOT EXISTS (SELECT 1 FROM known k WHERE k.source_id = w.source_id)
  ), written AS (
    INSERT INTO export_rows (shop_id, export, generation, id, source_id, row_on, document)
    SELECT $1, $6, $5, id, source_id, row_on, document FROM (
      SELECT * FROM fresh
      UNION ALL
      SELECT k.id, w.source_id, w.row_on, w.document FROM known k JOIN wanted w ON w.source_id = k.source_id
      WHERE k.document <> w.document OR k.row_on IS DISTINCT FROM w.row_on) rows
    ON CONFLICT (shop_id, export, generation, id) DO UPDATE
    SET document = excluded.document, row_on = excluded.row_on
    RETURNING id, row_on
  ), days AS (
    INSERT INTO export_days AS d (shop_id, export, generation, day, min_id)
    SELECT $1, $6, $5, row_on, min(id) FROM written WHERE row_on IS NOT NULL GROUP BY row_on
    ON CONFLICT (shop_id, export, generation, day) DO UPDATE SET min_id = least(d.min_id, excluded.min_id)
  )
  SELECT (SELECT count(*) FROM fresh) AS fresh, (SELECT max(id) FROM fresh) AS last_id,
    (SELECT count(*) FROM gone) AS gone`;
}

/** An export whose rows nobody else writes until the transaction ends. */
export type LockedExport = Pick<Export, "shopId" | "export" | "served" | "building" | "lastId">;

/** Locks an export of a store; makes it known when it is not. */
export async function lockExport(
  tx: Queries,
  shopId: bigint,
  name: ExportName,
): Promise<LockedExport> {
  const [locked] = await lockExports(tx, shopId, [name]);
  if (!locked) throw new Error(`the export ${name} was made known and is not there`);
  return locked;
}

/** The same for some exports, in the order of their names, so that no two deadlock. */
export async function lockExports(
  tx: Queries,
  shopId: bigint,
  names: readonly ExportName[],
): Promise<LockedExport[]> {
  const known = await lockRows(tx, shopId, names);
  if (known.length === names.length) return known;
  await tx.$executeRaw`
    INSERT INTO exports (shop_id, export) SELECT ${shopId}::bigint, name FROM unnest(${[...names]}::text[]) AS name
    ON CONFLICT DO NOTHING`;
  return lockRows(tx, shopId, names);
}

function lockRows(
  tx: Queries,
  shopId: bigint,
  names: readonly ExportName[],
): Promise<LockedExport[]> {
  return tx.$queryRaw<LockedExport[]>`
    SELECT shop_id AS "shopId", export, served, building, last_id AS "lastId" FROM exports
    WHERE shop_id = ${shopId} AND export = ANY (${[...names]}::text[]) ORDER BY export FOR NO KEY UPDATE`;
}

/** Facts whose rows in an export are to be written. */
export interface WrittenFacts {
  locked: LockedExport;
  sourceIds: readonly bigint[];
}

/**
 * Brings the rows of some facts up to them, in the generation that readers get and in the one that is being built. The same
 * facts give the same rows, whoever writes them and however often. The caller has locked the exports, of one store.
 */
export async function writeRows(tx: Queries, all: readonly WrittenFacts[]): Promise<void> {
  const generations = await readGenerations(
    tx,
    all.map(({ locked }) => locked),
  );
  for (const { locked, sourceIds } of all) {
    const { shopId, export: name } = locked;
    let { lastId } = locked;
    let removed = 0n;
    for (const { generation, zone, currency } of generations.get(name) ?? []) {
      const [written] = await tx.$queryRawUnsafe<WrittenRows[]>(
        writeRowsSql(name as ExportName),
        shopId,
        sourceIds,
        zone,
        currency,
        generation,
        name,
        locked.served ?? 0,
        lastId,
      );
      if (written?.last_id && written.last_id > lastId) lastId = written.last_id;
      removed += written?.gone ?? 0n;
    }
    if (lastId > locked.lastId || removed > 0n) {
      await tx.export.update({
        where: { shopId_export: { shopId, export: name } },
        data: { lastId, removedCount: { increment: removed } },
      });
      Object.assign(locked, { lastId });
    }
  }
}

/** The generations in which rows are written, by the names of their exports: the served one first. */
async function readGenerations(
  tx: Queries,
  all: readonly LockedExport[],
): Promise<Map<string, ExportGeneration[]>> {
  const [first] = all;
  const wanted = all.flatMap(({ export: name, served, building }) =>
    [served, building].flatMap((one) => (one === null ? [] : [{ export: name, generation: one }])),
  );
  if (!first || wanted.length === 0) return new Map();
  const rows = await tx.exportGeneration.findMany({
    where: { shopId: first.shopId, OR: wanted },
    orderBy: { generation: "asc" },
  });
  if (rows.length < wanted.length) throw new Error("a generation of an export is not there");
  return Map.groupBy(rows, (row) => row.export);
}

export function readGeneration(
  tx: Queries,
  { shopId, export: name }: Pick<LockedExport, "shopId" | "export">,
  generation: number,
): Promise<ExportGeneration> {
  return tx.exportGeneration.findUniqueOrThrow({
    where: { shopId_export_generation: { shopId, export: name, generation } },
  });
}

interface WrittenRows {
  fresh: bigint;
  last_id: bigint | null;
  gone: bigint;
}
