import { setTimeout as delay } from "node:timers/promises";
import { type AnyRow, EXPORTS, type ExportName, type RowOf } from "../exports.ts";
import { ExportError } from "../load-error.ts";
import { type DataApiConnection, requestJson } from "./request-json.ts";
import { retryDelayMs } from "./retry-delay.ts";

/** One page of an export. */
export interface DataPage<R = AnyRow> {
  /** What the page was asked for by: a `since_id`, or the number of the page. The same page has the same. */
  readonly cursor: number;
  readonly rows: readonly R[];
  /** Where the next page of a cursor export begins; null for numbered pages. */
  readonly lastId: number | null;
}

/**
 * Reads an export page by page, each when the caller asks for it (contract, section 4.2): a cursor export
 * from `sinceId` until there is no more, numbered pages from the first to the one that is not full.
 *
 * @param options.sinceDate `Y-m-d` in the store's zone; only for an export that takes it.
 * @throws DataApiError when the Data API fails; ExportError when it answers something else than the contract says.
 */
export async function* readPages<E extends ExportName>(
  connection: DataApiConnection,
  name: E,
  options: { sinceId?: number; sinceDate?: string | null } = {},
): AsyncGenerator<DataPage<RowOf<E>>> {
  const { paging } = EXPORTS[name];
  const pages =
    paging === "cursor"
      ? readByCursor(connection, name, options.sinceId ?? 0, options.sinceDate ?? null)
      : readByNumber(connection, name);
  // What was read is what the OpenAPI document describes, except that a server may be newer than these types.
  yield* pages as AsyncGenerator<DataPage<RowOf<E>>>;
}

async function* readByCursor(
  connection: DataApiConnection,
  name: ExportName,
  sinceId: number,
  sinceDate: string | null,
): AsyncGenerator<DataPage> {
  let stays = 0;
  for (let cursor = sinceId; ; ) {
    const { rows, meta } = await readPage(connection, name, {
      since_id: String(cursor),
      ...(sinceDate === null ? {} : { since_date: sinceDate }),
    });
    const lastId = wholeNumber(name, meta, "last_id");
    const hasMore = meta.has_more;
    if (typeof hasMore !== "boolean") throw unexpected(name, "has_more is not a boolean");
    // Going on from there would repeat rows.
    if (lastId < cursor || (lastId === cursor && rows.length > 0)) {
      throw unexpected(name, `last_id does not move on from ${cursor}`);
    }
    if (lastId === cursor && hasMore) {
      stays += 1;
      await waitForRows(connection, name, cursor, stays);
      continue;
    }
    stays = 0;
    yield { cursor, rows, lastId };
    if (!hasMore) return;
    cursor = lastId;
  }
}

/** So often a store is asked again that is still making rows: three to four minutes. */
const MOST_STAYS = 9;

/** Waits while the store says that rows follow which it has not made yet. @throws ExportError when none comes. */
async function waitForRows(
  { wait = delay, onRetry }: DataApiConnection,
  name: ExportName,
  cursor: number,
  stays: number,
): Promise<void> {
  if (stays > MOST_STAYS) {
    throw unexpected(name, `rows follow after ${cursor}, and none has come for minutes`);
  }
  const ms = retryDelayMs(stays, null, { now: Date.now(), random: Math.random() }) ?? 0;
  onRetry?.(`${name}: the store is still making rows. Asking again in ${Math.ceil(ms / 1_000)} s.`);
  await wait(ms);
}

async function* readByNumber(
  connection: DataApiConnection,
  name: ExportName,
): AsyncGenerator<DataPage> {
  for (let page = 1; ; page += 1) {
    const { rows, meta } = await readPage(connection, name, { page: String(page) });
    const perPage = wholeNumber(name, meta, "per_page");
    yield { cursor: page, rows, lastId: null };
    if (rows.length === 0 || rows.length < perPage) return;
  }
}

async function readPage(
  connection: DataApiConnection,
  name: ExportName,
  query: Record<string, string>,
): Promise<{ rows: AnyRow[]; meta: AnyRow }> {
  const body = await requestJson(connection, `data/${name}`, query);
  if (!isObject(body)) throw unexpected(name, "it is not an object");
  const { data, meta } = body;
  if (!Array.isArray(data) || !data.every(isObject)) {
    throw unexpected(name, "data is not a list of rows");
  }
  if (!isObject(meta)) throw unexpected(name, "meta is missing");
  return { rows: data, meta };
}

function wholeNumber(name: ExportName, meta: AnyRow, field: string): number {
  const value = meta[field];
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw unexpected(name, `${field} is not a whole number`);
}

function isObject(value: unknown): value is AnyRow {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unexpected(name: ExportName, problem: string): ExportError {
  return new ExportError(`${name}: the answer is not what the Data API promises (${problem}).`);
}
