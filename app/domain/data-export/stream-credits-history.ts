import { z } from "zod";
import type { ShopContext } from "../context.ts";
import { findHistoryPlace, type HistoryPlace } from "./history-anchors.ts";
import {
  dateMinuteInZone,
  joinCustomer,
  jsonRow,
  numberMember,
  optionalTextMember,
  plainTextMember,
  textMember,
  twoDecimals,
} from "./json-row.ts";

/** One row of `/data/credits-history` (contract, section 2.3). */
export const creditsHistoryRowSchema = z
  .object({
    platform_customer_gid: z.string(),
    body: z.string(),
    value: z.string(),
    unit: z.enum(["money", "points"]),
    status: z.number().int(),
    created_at: z.string(),
    order_name: z.string().optional(),
  })
  .meta({ id: "CreditsHistoryRow" });

export const CREDITS_HISTORY_PAGE = 1_000;

const rowOf = (currency: string) =>
  jsonRow({
    platform_customer_gid: plainTextMember("'gid://platform/Customer/' || c.platform_customer_id"),
    body: textMember("e.message"),
    value: plainTextMember(
      `CASE WHEN e.unit = 'points' THEN e.amount_minor || '.00' ELSE ${twoDecimals("e.amount_minor", currency)}::text END`,
    ),
    unit: plainTextMember("e.unit"),
    status: numberMember("e.status"),
    created_at: plainTextMember(dateMinuteInZone("e.created_at", "$2")),
    order_name: optionalTextMember("nullif(e.order_name, '')"),
  });

const pageOf = (currency: string, where: string, place: string) => `
  SELECT string_agg(${rowOf(currency)}, ',' ORDER BY e.created_at DESC, e.id DESC) AS json
  FROM (
    SELECT * FROM credit_entries WHERE shop_id = $1 AND status IN (0, 1) AND ${where}
    ORDER BY created_at DESC, id DESC LIMIT ${CREDITS_HISTORY_PAGE} ${place}) e
  ${joinCustomer("e.customer_id")}`;

/** A page of the whole store's history, after a place in it. */
export const historyPageOf = (currency: string) =>
  pageOf(currency, "(created_at, id) < ($3::timestamptz, $4)", "OFFSET $5");

/** A page of one customer's history. */
export const customerHistoryPageOf = (currency: string) =>
  pageOf(
    currency,
    "customer_id = (SELECT id FROM customers WHERE shop_id = $1 AND platform_customer_id = $3)",
    "OFFSET $4",
  );

/**
 * One page of the movements of money and points, newest first, in pieces: JSON objects with commas between
 * them. Holds that have ended are left out. Times are in the store's zone.
 *
 * @param query.customerId the platform's number, for one customer alone.
 */
export async function* streamCreditsHistory(
  context: Pick<ShopContext, "db" | "shop">,
  query: { page: number; customerId: number | undefined },
): AsyncGenerator<string, void> {
  const offset = (query.page - 1) * CREDITS_HISTORY_PAGE;
  if (!Number.isSafeInteger(offset)) return;
  const json =
    query.customerId === undefined
      ? await readPage(context, await findHistoryPlace(context, offset))
      : await readCustomerPage(context, query.customerId, offset);
  if (json) yield json;
}

async function readPage(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { before, beforeId, skip }: HistoryPlace,
): Promise<string | null> {
  const { rows } = await db.pool.query<{ json: string | null }>({
    name: `credits-history-${shop.currency}`,
    text: historyPageOf(shop.currency),
    values: [String(shop.id), shop.ianaTimezone, before, beforeId, skip],
  });
  return rows[0]?.json ?? null;
}

async function readCustomerPage(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  platformCustomerId: number,
  offset: number,
): Promise<string | null> {
  const { rows } = await db.pool.query<{ json: string | null }>({
    name: `credits-history-of-customer-${shop.currency}`,
    text: customerHistoryPageOf(shop.currency),
    values: [String(shop.id), shop.ianaTimezone, platformCustomerId, offset],
  });
  return rows[0]?.json ?? null;
}
