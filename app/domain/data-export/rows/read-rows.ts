import type pg from "pg";
import { KeyedSemaphore } from "#app/lib/keyed-semaphore.ts";
import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../../context.ts";
import type { ExportName } from "../modules/export-module.ts";

/** Few enough rows that no answer of the database holds the process for long. */
const SLICE = 250;

/** Which rows: of a generation, after an id, and of a day or later where one is named. */
export interface RowsQuery {
  name: ExportName;
  generation: number;
  after: number;
  day?: string | null;
}

/** Rows as JSON objects with commas between them, and the id of the last. */
interface Slice {
  json: string;
  lastId: number;
  count: number;
}

/** Where rows end. */
interface RowsEnd {
  /** How many there were. */
  count: number;
  /** Of the last one; without any the id after which they were to begin. */
  lastId: number;
  /** Whether there were fewer than were asked for. */
  isWhole: boolean;
}

/**
 * Rows of an export in the order of their ids, in pieces: JSON objects with commas between them. The next piece is
 * read while the last one goes out; no connection is held in between.
 *
 * @param most how many rows, a multiple of the rows in a slice: it ends after whole slices.
 */
export async function* readRows(
  context: Pick<ShopContext, "db" | "shop">,
  query: RowsQuery,
  most: number,
): AsyncGenerator<string, RowsEnd> {
  let next = readSlice(context, query);
  for (let count = 0; ; ) {
    const { json, lastId, count: read } = await next;
    count += read;
    const isWhole = read < SLICE;
    if (!isWhole && count < most) {
      next = readSlice(context, { ...query, after: lastId });
      // Whoever stops reading does not wait for it.
      next.catch(() => {});
    }
    if (read > 0) yield json;
    if (isWhole || count >= most) return { count, lastId, isWhole };
  }
}

/** SQL for up to SLICE rows of the generation $3 after the id $4, of the day $5 and later. */
export const READ_SLICE = `
  SELECT string_agg(document, ',' ORDER BY id) AS json, max(id)::text AS last_id, count(*)::integer AS count
  FROM (SELECT id, document FROM export_rows
    WHERE shop_id = $1 AND export = $2 AND generation = $3 AND id > $4 AND ($5::date IS NULL OR row_on >= $5)
    ORDER BY id LIMIT ${SLICE}) r`;

/**
 * One at a time in a process: however many exports are read together, the database and the process stay as free for
 * everybody else as beside a single one. They take turns after each slice.
 */
const turns = new KeyedSemaphore<"slice">(1);

/**
 * Who waits for a turn has its connection already: a store that has used up its share of the connections waits for
 * itself, not the others for it. One of a store, and few altogether, because they hold connections while they wait.
 */
const connecting = {
  ofStore: new KeyedSemaphore<bigint>(1),
  ofProcess: new KeyedSemaphore<"slice">(3),
};

function readSlice(context: Pick<ShopContext, "db" | "shop">, query: RowsQuery): Promise<Slice> {
  const { db, shop } = context;
  return connecting.ofStore.run(shop.id, () =>
    connecting.ofProcess.run("slice", async () => {
      const client = await db.pool.connect();
      try {
        return await turns.run("slice", () => readNow(client, shop.id, query));
      } finally {
        client.release();
      }
    }),
  );
}

async function readNow(
  client: pg.PoolClient,
  shopId: bigint,
  { name, generation, after, day = null }: RowsQuery,
): Promise<Slice> {
  const { rows } = await client.query<{
    json: string | null;
    last_id: string | null;
    count: number;
  }>(prepared(READ_SLICE, [String(shopId), name, generation, after, day]));
  const [row] = rows;
  if (!row?.json) return { json: "", lastId: after, count: 0 };
  return { json: row.json, lastId: Number(row.last_id), count: row.count };
}
