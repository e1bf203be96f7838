import { z } from "zod";
import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../context.ts";
import { findHistoryPlace, type HistoryPlace } from "./history-anchors.ts";
import { CREDITS_HISTORY_PAGE, pageOf } from "./history-page.ts";
import { readCustomerHistoryPage } from "./read-customer-history-page.ts";

/** One row of `/data/credits-history` (contract, section 2.3). */
export const creditsHistoryRowSchema = z
  .object({
    platform_customer_gid: z.string().meta({
      description: "The customer; empty once the customer's data was erased.",
      example: "gid://platform/Customer/1001",
    }),
    body: z
      .string()
      .meta({ description: "What happened, for the customer.", example: "Used for order #1042" }),
    value: z.string().meta({
      description:
        "What moved: two decimals, negative for what was taken; money in the store's currency, or points.",
      example: "-12.50",
    }),
    unit: z
      .enum(["money", "points"])
      .meta({ description: "What moved: store credit or points.", example: "money" }),
    status: z
      .number()
      .int()
      .meta({ description: "0 for what is posted, 1 for what is on hold.", example: 0 }),
    created_at: z.string().meta({
      description: "When it moved, `Y-m-d H:i` in the store's zone.",
      example: "2026-10-25 02:30",
    }),
    order_name: z.string().optional().meta({
      description: "The order that it belongs to; left out where there is none.",
      example: "#1042",
    }),
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
  const { rows } = await db.pool.query<{ json: string | null }>(
    prepared(historyPageOf(shop.currency), [
      String(shop.id),
      shop.ianaTimezone,
      before,
      beforeId,
      skip,
    ]),
  );
  return rows[0]?.json ?? null;
}
