import type { ShopContext } from "../../context.ts";
import type { FileExport } from "../files/file-source.ts";

/** Those that are read by numbered pages. */
export const NUMBERED_EXPORTS: readonly FileExport[] = ["members", "credits-history"];

/** So many rows are counted and no more. */
export const MOST_BEHIND = 10_000;

/** How far a key has read an export. */
export interface ExportReadState {
  keyId: bigint;
  export: FileExport;
  /** Machine time. */
  readAt: Date;
  /** The highest id, or for an export with numbered pages the page, of the rows that were given last; 0 before any were. */
  reached: number;
  /** Rows that came after it, counted up to MOST_BEHIND; null for an export with numbered pages. */
  behind: number | null;
  pages: number;
}

/** What each key has read, the latest first. */
export async function listReads({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<ExportReadState[]> {
  const rows = await db.prisma.$queryRaw<
    {
      key_id: bigint;
      export: FileExport;
      read_at: Date;
      reached: bigint;
      behind: bigint | null;
      pages: bigint;
    }[]
  >`
    SELECT r.api_key_id AS key_id, r.export, r.read_at, r.reached, r.pages,
      CASE WHEN r.export <> ALL (${NUMBERED_EXPORTS}::text[]) THEN
        (SELECT count(*) FROM (SELECT 1 FROM export_rows w
         WHERE w.shop_id = r.shop_id AND w.export = r.export AND w.generation = e.served AND w.id > r.reached
         LIMIT ${MOST_BEHIND}) b) END AS behind
    FROM export_reads r LEFT JOIN exports e ON e.shop_id = r.shop_id AND e.export = r.export
    WHERE r.shop_id = ${shop.id}
    ORDER BY r.read_at DESC, r.export`;
  return rows.map((row) => ({
    keyId: row.key_id,
    export: row.export,
    readAt: row.read_at,
    reached: Number(row.reached),
    behind: row.behind === null ? null : Number(row.behind),
    pages: Number(row.pages),
  }));
}
