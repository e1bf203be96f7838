import type { ShopContext } from "../../context.ts";
import type { ExportName } from "../modules/export-module.ts";
import { catchUpBeforeReading } from "./catch-up.ts";
import { readRows } from "./read-rows.ts";

/** Rows of a numbered page of members (contract, section 8). */
export const NUMBERED_PAGE = 10_000;

/** Of so many stores a process remembers where pages begin: those asked for last. */
const MOST_STORES = 100;

/**
 * One numbered page of an export in the order of its ids, in pieces: JSON objects with commas between them, as bytes. The
 * last page is found as fast as the first.
 */
export async function* readNumberedPage(
  context: ShopContext,
  name: ExportName,
  page: number,
): AsyncGenerator<string | Uint8Array, void> {
  await catchUpBeforeReading(context);
  const served = await readServed(context, name);
  if (!served) return;
  const { generation } = served;
  const after = await findPageStart(context, name, served, page);
  if (after !== null) yield* readRows(context, { name, generation, after }, NUMBERED_PAGE);
}

interface Served {
  generation: number;
  /** Another one, and pages begin elsewhere. */
  removed: string;
}

async function readServed(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  name: ExportName,
): Promise<Served | undefined> {
  const { rows } = await db.pool.query<Served>(
    `SELECT served AS generation, removed_count AS removed FROM exports
     WHERE shop_id = $1 AND export = $2 AND served IS NOT NULL`,
    [String(shop.id), name],
  );
  return rows[0];
}

/** Of a store's export: after which id each page begins. Rows are added at the end alone, so what is known stays right. */
interface PageStarts extends Served {
  ids: number[];
}

const startsByPool = new WeakMap<object, Map<string, PageStarts>>();

/** @returns null for a page after the last. */
async function findPageStart(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  name: ExportName,
  { generation, removed }: Served,
  page: number,
): Promise<number | null> {
  const ofProcess = startsByPool.get(db.processPool) ?? new Map<string, PageStarts>();
  startsByPool.set(db.processPool, ofProcess);
  const key = `${shop.id}:${name}`;
  const known = ofProcess.get(key);
  const isRight = known?.generation === generation && known.removed === removed;
  const starts = isRight ? known : { generation, removed, ids: [0] };
  // Moved to the end: the first one of the map is the one that nobody has asked for for the longest time.
  ofProcess.delete(key);
  ofProcess.set(key, starts);
  const [oldest] = ofProcess.keys();
  if (ofProcess.size > MOST_STORES && oldest !== undefined) ofProcess.delete(oldest);
  const { ids } = starts;
  while (ids.length < page) {
    const length = ids.length;
    const { rows } = await db.pool.query<{ id: string }>(
      `SELECT id FROM export_rows WHERE shop_id = $1 AND export = $2 AND generation = $3 AND id > $4
       ORDER BY id OFFSET $5 LIMIT 1`,
      [String(shop.id), name, generation, ids[length - 1], NUMBERED_PAGE - 1],
    );
    const [row] = rows;
    if (!row) return null;
    // Somebody else may have found it meanwhile.
    ids[length] = Number(row.id);
  }
  return ids[page - 1] ?? null;
}
