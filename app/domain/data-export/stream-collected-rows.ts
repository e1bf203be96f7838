import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../context.ts";
import { streamInTurn } from "./stream-in-turn.ts";

/** Rows of one piece: few enough that no answer of the database holds the event loop for long. */
export const COLLECTED_PAGE = 1_000;

/** One statement that reads a page of a topic's rows by the ids of what they are made from. */
export interface CollectedRows {
  /**
   * $1 is the store, $2 the id after which the page begins, $3 what the topic needs. Answers `json` (rows with commas
   * between them; null when the page gives none), `last_id` and `count` (of what was read, whether it gave a row or not).
   */
  text: string;
  parameter: string;
}

/**
 * A topic's rows in the order of their ids, as the pieces of one JSON array. Yields nothing when there is no row.
 *
 * A process runs one export of the Collection API per store at a time; others wait. No connection is held between two
 * pieces, and what is written meanwhile appears if its place has not been read yet.
 *
 * @param signal aborts the wait, and ends an export that is looking for its next row.
 */
export function streamCollectedRows(
  context: Pick<ShopContext, "db" | "shop">,
  rows: CollectedRows,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  return streamInTurn(context, signal, () => readPages(context, rows, signal));
}

async function* readPages(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { text, parameter }: CollectedRows,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  let before = "[";
  for (let lastId = "0"; ; ) {
    const { rows } = await db.pool.query<CollectedPage>(
      prepared(text, [String(shop.id), lastId, parameter]),
    );
    const [page] = rows;
    if (page?.json) {
      yield before + page.json;
      before = ",";
    }
    // Nobody takes it any more: pages that give no row would go on unseen.
    if (signal?.aborted) return;
    if (!page?.last_id || page.count < COLLECTED_PAGE) break;
    lastId = page.last_id;
  }
  if (before === ",") yield "]";
}

interface CollectedPage {
  json: string | null;
  last_id: string | null;
  count: number;
}
