import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../context.ts";

/**
 * Anchors of the pages of a store's history, newest first, so a deep page is found as fast as the first. Every
 * thousandth entry is cached in memory; entries posted since, and holds that have ended since, are read each
 * time and counted in. A place therefore means the same as an OFFSET at that moment.
 */

const STEP = 1_000;
/** More new entries than these, and the anchors are read again. */
const MOST_NEWS = 2_000;
const ONE_TOO_MANY = 2_001;
/** Of so many stores a process keeps them: those asked for last. */
const MOST_STORES = 100;
/** Before this the entries are skipped one by one. */
const FIRST_ANCHORED = 2 * STEP;

/** A place in the history: skip so many of the entries older than that one. */
export interface HistoryPlace {
  /** An instant as PostgreSQL writes it. */
  before: string;
  beforeId: string;
  skip: number;
}

const NEWEST = { before: "infinity", beforeId: String(Number.MAX_SAFE_INTEGER) };

/** An entry by what the history is ordered by: microseconds since 1970, then the id. */
interface Position {
  at: number;
  id: number;
}

interface Anchors {
  /** The first has STEP - 1 entries above it, each further one STEP more. */
  positions: (Position & { instant: string })[];
  /** The newest id that is counted in them. */
  lastId: string;
  /** Holds that were live then: they leave the history when they end. */
  holds: Position[];
}

type Reader = Pick<ShopContext, "db" | "shop">;

const MICROSECONDS = "(extract(epoch FROM created_at) * 1000000)::bigint";

const READ_ANCHORS = `
  WITH ranked AS (
    SELECT id, created_at, row_number() OVER (ORDER BY created_at DESC, id DESC) AS rank
    FROM credit_entries WHERE shop_id = $1 AND status IN (0, 1)
  )
  SELECT 'anchor' AS kind, id, created_at::text AS instant, ${MICROSECONDS} AS at FROM ranked WHERE rank % ${STEP} = 0
  UNION ALL
  SELECT 'hold', id, '', ${MICROSECONDS} FROM credit_entries WHERE shop_id = $1 AND status = 1
  UNION ALL
  SELECT 'last', coalesce(max(id), 0), '', 0 FROM credit_entries WHERE shop_id = $1`;

const READ_NEWS = `
  (SELECT true AS is_new, id, ${MICROSECONDS} AS at FROM credit_entries
   WHERE shop_id = $1 AND id > $2 AND status IN (0, 1) ORDER BY id LIMIT ${ONE_TOO_MANY})
  UNION ALL
  SELECT false, held.id, ${MICROSECONDS} FROM unnest($3::bigint[]) AS given (id)
  CROSS JOIN LATERAL (SELECT * FROM credit_entries WHERE shop_id = $1 AND id = given.id LIMIT 1) held WHERE status NOT IN (0, 1)`;

/** Finds the place after the newest `offset` entries of a store's history. */
export async function findHistoryPlace(reader: Reader, offset: number): Promise<HistoryPlace> {
  if (offset < FIRST_ANCHORED) return { ...NEWEST, skip: offset };
  const known = await anchorsOf(reader, false);
  const place = await locate(reader, known, offset);
  if (place) return place;
  return (
    (await locate(reader, await anchorsOf(reader, true), offset)) ?? { ...NEWEST, skip: offset }
  );
}

/** Null when too much has been posted since the anchors were read. */
async function locate(
  { db, shop }: Reader,
  { positions, lastId, holds }: Anchors,
  offset: number,
): Promise<HistoryPlace | null> {
  const { rows } = await db.pool.query<{ is_new: boolean; id: string; at: string }>(
    prepared(READ_NEWS, [String(shop.id), lastId, holds.map(({ id }) => id)]),
  );
  const news = rows.filter((row) => row.is_new).map(toPosition);
  if (news.length > MOST_NEWS) return null;
  const ended = rows.filter((row) => !row.is_new).map(toPosition);
  const countDownTo = (index: number) => {
    const anchor = positions[index] as Position;
    const above = (list: Position[]) => list.filter((one) => !isOlder(one, anchor)).length;
    return (index + 1) * STEP + above(news) - above(ended);
  };
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (countDownTo(middle) <= offset) low = middle + 1;
    else high = middle;
  }
  const anchor = positions[low - 1];
  if (!anchor) return { ...NEWEST, skip: offset };
  return {
    before: anchor.instant,
    beforeId: String(anchor.id),
    skip: offset - countDownTo(low - 1),
  };
}

function isOlder(a: Position, b: Position): boolean {
  return a.at < b.at || (a.at === b.at && a.id < b.id);
}

function toPosition(row: { id: string; at: string }): Position {
  return { at: Number(row.at), id: Number(row.id) };
}

const anchorsByPool = new WeakMap<object, Map<bigint, Promise<Anchors>>>();

/** @param isStale the cached anchors are stale: read them again, once for all concurrent callers. */
function anchorsOf(reader: Reader, isStale: boolean): Promise<Anchors> {
  const { pool } = reader.db;
  const { id } = reader.shop;
  const kept = anchorsByPool.get(pool) ?? new Map<bigint, Promise<Anchors>>();
  anchorsByPool.set(pool, kept);
  const known = isStale ? undefined : kept.get(id);
  const anchors = known ?? readAnchors(reader);
  // Moved to the end: the first entry of the map is the least recently used.
  kept.delete(id);
  kept.set(id, anchors);
  if (!known) {
    anchors.catch(() => kept.delete(id));
    const [oldest] = kept.keys();
    if (kept.size > MOST_STORES && oldest !== undefined) kept.delete(oldest);
  }
  return anchors;
}

async function readAnchors({ db, shop }: Reader): Promise<Anchors> {
  const { rows } = await db.pool.query<{ kind: string; id: string; instant: string; at: string }>(
    READ_ANCHORS,
    [String(shop.id)],
  );
  const positions = rows
    .filter(({ kind }) => kind === "anchor")
    .map((row) => ({ ...toPosition(row), instant: row.instant }))
    .sort((a, b) => (isOlder(a, b) ? 1 : -1));
  return {
    positions,
    lastId: rows.find(({ kind }) => kind === "last")?.id ?? "0",
    holds: rows.filter(({ kind }) => kind === "hold").map(toPosition),
  };
}
