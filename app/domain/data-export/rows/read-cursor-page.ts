import type { ShopContext } from "../../context.ts";
import type { ExportName } from "../modules/export-module.ts";
import { catchUpBeforeReading } from "./catch-up.ts";
import { type RowsQuery, readRows } from "./read-rows.ts";

/** Rows of a page of every export that is read by a cursor (contract, section 8). */
export const CURSOR_PAGE = 10_000;

/** Where a page ends. */
export interface CursorPageEnd {
  lastId: number;
  hasMore: boolean;
  /** The zone of its dates. */
  timezone: string;
}

/** What a page is asked for. */
export interface CursorQuery {
  sinceId: number;
  /** A day in the store's zone: rows with that date of their own or a later one. */
  sinceDate?: string | undefined;
  /** The platform's number: the row of that customer alone, of an export of customers. */
  customerId?: number | undefined;
}

/**
 * One page of an export in the order of its ids, in pieces: JSON objects with commas between them. Ids are given
 * under a lock, so that a reader who goes on after the last one misses none, whatever commits late. No connection is held
 * between two pieces. While rows of facts that are there already are still to be made, there is more.
 */
export async function* readCursorPage(
  context: ShopContext,
  name: ExportName,
  { sinceId, sinceDate, customerId }: CursorQuery,
): AsyncGenerator<string, CursorPageEnd> {
  const isBehind = await catchUpBeforeReading(context);
  const day = sinceDate ?? null;
  const start = await readStart(context, name, day);
  const timezone = start?.zone ?? context.shop.ianaTimezone;
  if (!start || (day !== null && start.first_id === null)) {
    return { lastId: sinceId, hasMore: isBehind, timezone };
  }
  const generation = start.served;
  if (customerId !== undefined) {
    const row = await readRowOf(context, { name, generation, after: sinceId }, customerId);
    if (row) yield row.document;
    return { lastId: row ? Number(row.id) : sinceId, hasMore: false, timezone };
  }
  const after = Math.max(sinceId, day === null ? 0 : Number(start.first_id) - 1);
  const end = yield* readRows(context, { name, generation, after, day }, CURSOR_PAGE);
  const isMore =
    !end.isWhole && (await hasMore(context, { name, generation, after: end.lastId, day }));
  return { lastId: end.count > 0 ? end.lastId : sinceId, hasMore: isBehind || isMore, timezone };
}

interface PageStart {
  served: number;
  zone: string;
  first_id: string | null;
}

async function readStart(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  name: ExportName,
  day: string | null,
): Promise<PageStart | undefined> {
  const { rows } = await db.pool.query<PageStart>(
    `SELECT e.served, g.zone, (SELECT min(min_id) FROM export_days d
       WHERE d.shop_id = $1 AND d.export = $2 AND d.generation = e.served AND d.day >= $3::date) AS first_id
     FROM exports e JOIN export_generations g
       ON g.shop_id = e.shop_id AND g.export = e.export AND g.generation = e.served
     WHERE e.shop_id = $1 AND e.export = $2`,
    [String(shop.id), name, day],
  );
  return rows[0];
}

async function hasMore(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { name, generation, after, day = null }: RowsQuery,
): Promise<boolean> {
  const { rows } = await db.pool.query<{ has_more: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM export_rows WHERE shop_id = $1 AND export = $2 AND generation = $3 AND id > $4
       AND ($5::date IS NULL OR row_on >= $5)) AS has_more`,
    [String(shop.id), name, generation, after, day],
  );
  return rows[0]?.has_more ?? false;
}

async function readRowOf(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { name, generation, after }: RowsQuery,
  customerId: number,
): Promise<{ id: string; document: string } | undefined> {
  const { rows } = await db.pool.query<{ id: string; document: string }>(
    `SELECT r.id, r.document FROM customers c
     CROSS JOIN LATERAL (
       SELECT id, document FROM export_rows
       WHERE shop_id = $1 AND source_id = c.id AND (export = $2 AND generation = $3) IS TRUE LIMIT 1) r
     WHERE c.shop_id = $1 AND c.platform_customer_id = $4 AND r.id > $5`,
    [String(shop.id), name, generation, customerId, after],
  );
  return rows[0];
}
