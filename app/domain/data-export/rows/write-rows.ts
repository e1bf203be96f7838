import type { Export, ExportGeneration } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { type ExportName, rowsOf } from "../modules/export-module.ts";
import { EXPORT_MODULES } from "../modules/export-modules.ts";

/**
 * SQL that brings the rows of some facts ($2) up to them, in one generation ($5) of an export ($6). A row that is new gets
 * the id that it has in the served generation ($7), else the next ones after $8. Answers how many rows are new and the
 * highest id given.
 */
export function writeRowsSql(name: ExportName): string {
  return `
  WITH given AS (SELECT $3::text, $4::text), wanted AS MATERIALIZED (${rowsOf(EXPORT_MODULES[name])}
  ), known AS MATERIALIZED (
    SELECT id, source_id, row_on, document FROM export_rows
    WHERE shop_id = $1 AND export = $6 AND generation = $5 AND source_id = ANY ($2::bigint[])
  ), gone AS (
    DELETE FROM export_rows r USING known k
    WHERE r.shop_id = $1 AND r.export = $6 AND r.generation = $5 AND r.id = k.id
      AND NOT EXISTS (SELECT 1 FROM wanted w WHERE w.source_id = k.source_id)
    RETURNING r.id
  ), changed AS (
    UPDATE export_rows r SET document = w.document, row_on = w.row_on
    FROM known k JOIN wanted w ON w.source_id = k.source_id
    WHERE r.shop_id = $1 AND r.export = $6 AND r.generation = $5 AND r.id = k.id
      AND (k.document <> w.document OR k.row_on IS DISTINCT FROM w.row_on)
    RETURNING r.id, r.row_on
  ), fresh AS (
    INSERT INTO export_rows (shop_id, export, generation, id, source_id, row_on, document)
    SELECT $1, $6, $5, coalesce(s.id, $8 + row_number() OVER (PARTITION BY s.id IS NULL ORDER BY w.source_id)),
      w.source_id, w.row_on, w.document
    FROM wanted w
    LEFT JOIN export_rows s ON s.shop_id = $1 AND s.export = $6 AND s.generation = $7 AND s.source_id = w.source_id
    WHERE NOT EXISTS (SELECT 1 FROM known k WHERE k.source_id = w.source_id)
    RETURNING id, row_on
  ), days AS (
    INSERT INTO export_days AS d (shop_id, export, generation, day, min_id)
    SELECT $1, $6, $5, row_on, min(id) FROM (SELECT id, row_on FROM changed UNION ALL SELECT id, row_on FROM fresh) x
    WHERE row_on IS NOT NULL GROUP BY row_on
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
  await tx.$executeRaw`
    INSERT INTO exports (shop_id, export) VALUES (${shopId}, ${name}) ON CONFLICT DO NOTHING`;
  await tx.$queryRaw`
    SELECT 1 FROM exports WHERE shop_id = ${shopId} AND export = ${name} FOR NO KEY UPDATE`;
  return tx.export.findUniqueOrThrow({ where: { shopId_export: { shopId, export: name } } });
}

/**
 * Brings the rows of some facts up to them, in the generation that readers get and in the one that is being built. The same
 * facts give the same rows, whoever writes them and however often. The caller has locked the export.
 */
export async function writeRows(
  tx: Queries,
  locked: LockedExport,
  sourceIds: readonly bigint[],
): Promise<void> {
  const { shopId, served, building } = locked;
  const name = locked.export as ExportName;
  let { lastId } = locked;
  let removed = 0n;
  for (const generation of [served, building]) {
    if (generation === null) continue;
    const { zone, currency } = await readGeneration(tx, locked, generation);
    const [written] = await tx.$queryRawUnsafe<WrittenRows[]>(
      writeRowsSql(name),
      shopId,
      sourceIds,
      zone,
      currency,
      generation,
      name,
      served ?? 0,
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
