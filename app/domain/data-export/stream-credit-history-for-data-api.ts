import { z } from "zod";
import type { ShopContext } from "../context.ts";
import { findHistoryPlace, type HistoryPlace } from "./history-anchors.ts";
import { CREDITS_HISTORY_PAGE, pageOf } from "./history-page.ts";
import { readCustomerHistoryPage } from "./read-customer-history-page.ts";

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

/** A page of the whole store's history, after a place in it. */
export const historyPageOf = (currency: string) =>
  pageOf(currency, "(created_at, id) < ($3::timestamptz, $4)", "OFFSET $5");

/**
 * One page of the movements of money and points, newest first, in pieces: JSON objects with commas between
 * them. Holds that have ended are left out. Times are in the store's zone.
 *
 * @param query.customerId the platform's number, to limit the history to one customer.
 */
export async function* streamCreditHistoryForDataApi(
  context: Pick<ShopContext, "db" | "shop">,
  query: { page: number; customerId: number | undefined },
): AsyncGenerator<string, void> {
  const offset = (query.page - 1) * CREDITS_HISTORY_PAGE;
  if (!Number.isSafeInteger(offset)) return;
  const json =
    query.customerId === undefined
      ? await readPage(context, await findHistoryPlace(context, offset))
      : await readCustomerHistoryPage(context, query.customerId, offset);
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
