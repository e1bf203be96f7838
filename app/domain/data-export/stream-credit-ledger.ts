import { z } from "zod";
import { startOfDate } from "#app/lib/calendar-date.ts";
import type { ShopContext } from "../context.ts";
import { CREDIT_TYPES } from "../ledger/movement.ts";
import {
  dateInZone,
  joinCustomer,
  jsonRow,
  numberMember,
  plainTextMember,
  textMember,
  twoDecimals,
} from "./json-row.ts";

/** One row of `/data/store-credits` (contract, section 2.3); a field without a value is an empty text. */
export const creditLedgerRowSchema = z
  .object({
    platform_customer_gid: z.string(),
    type: z.number().int(),
    message: z.string(),
    value: z.string(),
    redeemed_from_subscribfy: z.string(),
    order_gid: z.string(),
    created_at: z.string(),
    used_in: z.string(),
  })
  .meta({ id: "CreditLedgerRow" });

export const CREDIT_LEDGER_PAGE = 10_000;

/** Few enough that no answer of the database holds the event loop for long. */
const SLICE = 1_000;

const rowOf = (currency: string) =>
  jsonRow({
    platform_customer_gid: plainTextMember("'gid://platform/Customer/' || c.platform_customer_id"),
    type: numberMember("e.type_code"),
    message: textMember("e.message"),
    value: plainTextMember(twoDecimals("e.amount_minor", currency)),
    redeemed_from_subscribfy: plainTextMember(
      `CASE WHEN e.type_code = ${CREDIT_TYPES.redemption} THEN ${twoDecimals("-e.amount_minor", currency)}::text ELSE '' END`,
    ),
    order_gid: textMember("e.order_gid"),
    created_at: plainTextMember(dateInZone("e.created_at", "$5")),
    used_in: textMember("e.used_in"),
  });

const POSTED = `e.shop_id = $1 AND e.id > $2 AND e.unit = 'money' AND e.status = 0
  AND ($3::timestamptz IS NULL OR e.created_at >= $3)`;

export const ledgerSliceOf = (currency: string) => `
  SELECT string_agg(${rowOf(currency)}, ',' ORDER BY e.id) AS json, max(e.id) AS last_id, count(*)::integer AS count
  FROM (SELECT * FROM credit_entries e WHERE ${POSTED} ORDER BY e.id LIMIT $4) e
  ${joinCustomer("e.customer_id")}`;

const HAS_MORE = `SELECT EXISTS (SELECT 1 FROM credit_entries e WHERE ${POSTED}) AS has_more`;

/**
 * One page of posted movements of money in the order of their ids, in pieces: JSON objects with commas between
 * them. A store's ledger is written by one transaction at a time, so ids become visible in order and a
 * reader that continues after the last one misses none. A hold appears when an order captures it, as the
 * entry that does.
 *
 * @param query.sinceDate a day in the store's zone; rows of that day and later.
 * @returns after the last piece: where the page ends, and whether there was more then.
 */
export async function* streamCreditLedger(
  context: Pick<ShopContext, "db" | "shop">,
  query: { sinceId: number; sinceDate: string | undefined },
): AsyncGenerator<string, { lastId: number; hasMore: boolean }> {
  const { id, currency, ianaTimezone } = context.shop;
  const { pool } = context.db;
  const since = query.sinceDate ? startOfDate(query.sinceDate, ianaTimezone) : null;
  let lastId = query.sinceId;
  for (let count = 0; count < CREDIT_LEDGER_PAGE; count += SLICE) {
    const { rows } = await pool.query<LedgerSlice>({
      name: `credit-ledger-slice-${currency}`,
      text: ledgerSliceOf(currency),
      values: [String(id), lastId, since, SLICE, ianaTimezone],
    });
    const [slice] = rows;
    if (!slice?.json) return { lastId, hasMore: false };
    yield slice.json;
    lastId = Number(slice.last_id);
    if (slice.count < SLICE) return { lastId, hasMore: false };
  }
  const { rows } = await pool.query<{ has_more: boolean }>(HAS_MORE, [String(id), lastId, since]);
  return { lastId, hasMore: rows[0]?.has_more ?? false };
}

interface LedgerSlice {
  json: string | null;
  last_id: string;
  count: number;
}
