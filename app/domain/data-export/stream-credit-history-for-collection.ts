import { z } from "zod";
import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../context.ts";
import {
  dateMinuteInZone,
  joinCustomer,
  jsonRow,
  optionalTextMember,
  plainTextMember,
  textMember,
  twoDecimals,
} from "./json-row.ts";
import { streamInTurn } from "./stream-in-turn.ts";

/** One entry of the Collection API's topic `store_credit_history` (contract, section 2.4). */
const collectedCreditSchema = z
  .object({
    platform_customer_gid: z
      .string()
      .meta({ description: "The customer.", example: "gid://platform/Customer/1001" }),
    body: z
      .string()
      .meta({ description: "What happened, for the customer.", example: "Used for order #1042" }),
    value: z.string().meta({
      description:
        "What moved: two decimals, in the store's currency, negative for what was taken.",
      example: "-12.50",
    }),
    total: z
      .string()
      .meta({ description: "The balance after it: two decimals.", example: "37.50" }),
    status: z
      .string()
      .meta({ description: "`0` for what is posted, `1` for what is on hold.", example: "0" }),
    created_at: z.string().meta({
      description: "When it moved, `Y-m-d H:i` in the store's zone.",
      example: "2026-10-25 02:30",
    }),
    order_name: z.string().optional().meta({
      description: "The order that it belongs to; left out where there is none.",
      example: "#1042",
    }),
  })
  .meta({ id: "CollectedCredit" });

/** The customer's platform number → their entries, oldest first. */
export const collectedCreditsSchema = z.record(z.string(), z.array(collectedCreditSchema)).meta({
  id: "CollectedCredits",
  description:
    "Topic `store_credit_history`: the customer's number → the movements of their credit, oldest first.",
  examples: [
    {
      "1001": [
        {
          platform_customer_gid: "gid://platform/Customer/1001",
          body: "Used for order #1042",
          value: "-12.50",
          total: "37.50",
          status: "0",
          created_at: "2026-10-25 02:30",
          order_name: "#1042",
        },
      ],
    },
  ],
});

const rowOf = (currency: string) =>
  jsonRow({
    platform_customer_gid: plainTextMember("'gid://platform/Customer/' || c.platform_customer_id"),
    body: textMember("r.message"),
    value: plainTextMember(twoDecimals("r.amount_minor", currency)),
    total: plainTextMember(twoDecimals("r.total_minor", currency)),
    status: plainTextMember("r.status"),
    created_at: plainTextMember(dateMinuteInZone("r.created_at", "$4")),
    order_name: optionalTextMember("nullif(r.order_name, '')"),
  });

/** Small enough that one piece takes little memory. */
const PAGE = 2_000;

// A page may start in the middle of a customer ($2, after entry $3), whose balance so far is $5. Holds in that
// balance ($6) that have ended since are subtracted, because their outcome has its own entry.
export const pageOf = (currency: string) => `
  WITH page AS MATERIALIZED (
    SELECT customer_id, id, amount_minor, status, message, order_name, created_at
    FROM credit_entries
    WHERE shop_id = $1 AND (customer_id, id) > ($2, $3) AND (unit = 'money' AND status IN (0, 1)) IS TRUE
    ORDER BY customer_id, id LIMIT ${PAGE}
  ), holds AS (
    SELECT coalesce(sum(amount_minor) FILTER (WHERE status <> 1), 0) AS ended_minor,
           coalesce(array_agg(held.id) FILTER (WHERE status = 1), '{}') AS live_ids
    FROM unnest($6::bigint[]) AS given (id) CROSS JOIN LATERAL (SELECT * FROM credit_entries WHERE shop_id = $1 AND id = given.id LIMIT 1) held
  ), counted AS (
    SELECT page.*, sum(amount_minor) OVER (PARTITION BY customer_id ORDER BY id)
             + CASE WHEN customer_id = $2 THEN $5 - holds.ended_minor ELSE 0 END AS total_minor
    FROM page CROSS JOIN holds
  ), named AS (
    SELECT k.customer_id, c.platform_customer_id
    FROM (SELECT DISTINCT customer_id FROM page) k ${joinCustomer("k.customer_id")}
  ), customers_entries AS (
    SELECT r.customer_id, max(r.id) AS last_id, count(*) AS count,
           CASE WHEN r.customer_id = $2 THEN '' ELSE '"' || c.platform_customer_id || '":[' END
             || string_agg(${rowOf(currency)}, ',' ORDER BY r.id) AS json,
           (array_agg(r.total_minor ORDER BY r.id DESC))[1] AS total_minor,
           coalesce(array_agg(r.id) FILTER (WHERE r.status = 1), '{}')
             || CASE WHEN r.customer_id = $2 THEN (SELECT live_ids FROM holds) ELSE '{}' END AS held_ids
    FROM counted r JOIN named c ON c.customer_id = r.customer_id
    GROUP BY r.customer_id, c.platform_customer_id
  )
  SELECT whole.json, whole.count::integer, whole.first_id = $2 AS goes_on,
         final.customer_id, final.last_id, final.total_minor, final.held_ids
  FROM (SELECT string_agg(json, '],' ORDER BY customer_id) AS json, sum(count) AS count,
               min(customer_id) AS first_id, max(customer_id) AS final_id FROM customers_entries) whole
  JOIN customers_entries final ON final.customer_id = whole.final_id`;

/**
 * Every movement of money, by customer, with the running balance, as the pieces of one JSON object: not paged
 * for its caller, because that is what the Data API is for. Yields nothing for a store that has none.
 *
 * A process runs one such export per store at a time; others wait. No connection is held between two pieces.
 * Concurrent writes appear for customers that have not been read yet, and the balance of each customer adds up
 * at every entry.
 *
 * @param signal aborts the wait.
 */
export function streamCreditHistoryForCollection(
  context: Pick<ShopContext, "db" | "shop">,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  return streamInTurn(context, signal, () => readPages(context));
}

async function* readPages(context: Pick<ShopContext, "db" | "shop">): AsyncGenerator<string> {
  let last: CollectedPage | null = null;
  for (;;) {
    const page = await readPage(context, last);
    if (page) yield (last === null ? "{" : page.goes_on ? "," : "],") + page.json;
    last = page ?? last;
    if (!page || page.count < PAGE) break;
  }
  if (last) yield "]}";
}

async function readPage(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  last: CollectedPage | null,
): Promise<CollectedPage | null> {
  const { rows } = await db.pool.query<CollectedPage>(
    prepared(pageOf(shop.currency), [
      String(shop.id),
      last?.customer_id ?? 0,
      last?.last_id ?? 0,
      shop.ianaTimezone,
      last?.total_minor ?? 0,
      last?.held_ids ?? [],
    ]),
  );
  return rows[0] ?? null;
}

interface CollectedPage {
  json: string;
  count: number;
  /** It begins with the customer with whom the page before ended. */
  goes_on: boolean;
  /** Of its last customer. */
  customer_id: string;
  last_id: string;
  total_minor: string;
  held_ids: string[];
}
