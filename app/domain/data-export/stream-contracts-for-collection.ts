import { z } from "zod";
import type { ShopContext } from "../context.ts";
import { latestOrderRateSql } from "../orders/order-rate-sql.ts";
import {
  dateMinuteInZone,
  gidOf,
  jsonRow,
  numberMember,
  plainTextMember,
  textMember,
  twoDecimals,
  twoDecimalsInCurrency,
} from "./json-row.ts";
import { COLLECTED_PAGE, streamCollectedRows } from "./stream-collected-rows.ts";

/** The Collection API's topic `subscription_contract` (contract, section 2.4): contracts of both kinds. */
export const collectedContractsSchema = z
  .array(
    z.object({
      created_at: z.string().meta({
        description: "When the contract began, `Y-m-d H:i` in the store's zone.",
        example: "2026-01-31 09:30",
      }),
      contract_id: z
        .number()
        .int()
        .meta({ description: "The contract's number on the platform.", example: 5008 }),
      status: z
        .enum(["active", "paused", "cancelled"])
        .meta({ description: "Its state; expired contracts are cancelled.", example: "active" }),
      price: z.string().meta({
        description: "What the goods of one billing cycle cost: two decimals, in `currency_code`.",
        example: "15.00",
      }),
      currency_code: z
        .string()
        .meta({ description: "The contract's currency, ISO 4217.", example: "EUR" }),
      price_in_store_currency: z.string().meta({
        description:
          "The price by the rate of the contract's latest order; empty for one in another currency without an order.",
        example: "15.00",
      }),
      type: z.string().meta({ description: "The plan's name.", example: "Club monthly" }),
      interval_name: z
        .enum(["DAY", "WEEK", "MONTH", "YEAR"])
        .meta({ description: "The unit of the time between two charges.", example: "MONTH" }),
      interval_count: z
        .number()
        .int()
        .meta({ description: "How many of these units lie between two charges.", example: 1 }),
      billing_day: z.string().meta({
        description:
          "The day of the month; for weeks the weekday's English name; for days an empty text.",
        example: "31",
      }),
      platform_customer_gid: z.string().meta({
        description: "The customer; empty where the contract has none any more.",
        example: "gid://platform/Customer/1001",
      }),
    }),
  )
  .meta({
    id: "CollectedContracts",
    description: "Topic `subscription_contract`: memberships and product subscriptions.",
    examples: [
      [
        {
          created_at: "2026-01-31 09:30",
          contract_id: 5008,
          status: "active",
          price: "15.00",
          currency_code: "EUR",
          price_in_store_currency: "15.00",
          type: "Club monthly",
          interval_name: "MONTH",
          interval_count: 1,
          billing_day: "31",
          platform_customer_gid: "gid://platform/Customer/1001",
        },
      ],
    ],
  });

const rowOf = (currency: string) =>
  jsonRow({
    created_at: plainTextMember(dateMinuteInZone("p.platform_created_at", "$3")),
    contract_id: numberMember("p.platform_contract_id"),
    status: plainTextMember("p.status"),
    price: plainTextMember(twoDecimalsInCurrency("p.price_minor", "p.currency")),
    currency_code: textMember("p.currency"),
    price_in_store_currency: plainTextMember(
      `coalesce((${twoDecimals("round(p.price_minor * r.rate)", currency)})::text, '')`,
    ),
    type: textMember("p.plan_name"),
    interval_name: plainTextMember("upper(p.interval_unit)"),
    interval_count: numberMember("p.interval_count"),
    billing_day: plainTextMember("b.day"),
    platform_customer_gid: plainTextMember(gidOf("c.platform_customer_id")),
  });

// When it is charged next, as `dueDate` says it; of one that has ended, when it would have been.
const DUE = `
  CASE WHEN p.next_billing_at <= greatest(k.due_at, k.closed_at) OR p.next_billing_at = k.expected_at THEN k.next_due_at
       ELSE coalesce(p.next_billing_at, k.next_due_at, p.started_at) END`;

// A short month ends before the day that the contract keeps: that of its next date, that of the charge before, or of its start,
// if the dates are counted from there. The store may have left the zone in which it is kept.
const DAY = `
  CASE p.interval_unit WHEN 'day' THEN '' WHEN 'week' THEN to_char(d.due, 'FMDay')
  ELSE (CASE
    WHEN d.due_at = p.next_billing_at AND p.kept_day IS NOT NULL THEN kept_day_in_zone(p.kept_day, d.due_at, p.kept_zone, $3)
    WHEN d.due_at = k.next_due_at THEN kept_day_in_zone(k.kept_day, d.due_at, k.kept_zone, $3)
    WHEN d.due_there::time = d.started_there::time
      THEN kept_day_in_zone(extract(day FROM d.started_there)::int, d.due_at, p.kept_zone, $3)
    ELSE extract(day FROM d.due) END)::text END`;

export const contractsPageOf = (currency: string) => `
  WITH page AS MATERIALIZED (
    SELECT id, shop_id, platform_contract_id, customer_id, status, plan_name, price_minor, currency, interval_unit,
           interval_count, next_billing_at, kept_day, kept_zone, platform_created_at,
           coalesce(original_start_at, platform_created_at) AS started_at
    FROM subscriptions WHERE shop_id = $1 AND id > $2
      AND import_state IS DISTINCT FROM 'undone' ORDER BY id LIMIT ${COLLECTED_PAGE}
  )
  SELECT string_agg(${rowOf(currency)}, ',' ORDER BY p.id) AS json, max(p.id) AS last_id, count(*)::integer AS count
  FROM page p
  CROSS JOIN (SELECT currency FROM shops WHERE id = $1) store
  LEFT JOIN LATERAL (
    SELECT due_at, next_due_at, expected_at, closed_at, kept_day, kept_zone FROM billing_cycles
    WHERE shop_id = $1 AND subscription_id = p.id ORDER BY cycle_index DESC LIMIT 1) k ON true
  CROSS JOIN LATERAL (SELECT ${DUE} AS due_at) n
  CROSS JOIN LATERAL (
    SELECT n.due_at, n.due_at AT TIME ZONE $3 AS due, n.due_at AT TIME ZONE coalesce(p.kept_zone, $3) AS due_there,
           p.started_at AT TIME ZONE coalesce(p.kept_zone, $3) AS started_there) d
  CROSS JOIN LATERAL (SELECT ${DAY} AS day) b
  LEFT JOIN LATERAL (
    (SELECT 1::numeric AS rate WHERE p.currency = store.currency)
    UNION ALL
    (SELECT o.rate FROM (${latestOrderRateSql("p", "store.currency", "$1")}) o WHERE p.currency <> store.currency)
    LIMIT 1) r ON true
  LEFT JOIN LATERAL (
    SELECT platform_customer_id FROM customers WHERE shop_id = $1 AND id = p.customer_id LIMIT 1) c ON true`;

/** Memberships and product subscriptions, in the order of their internal ids. */
export function streamContractsForCollection(
  context: Pick<ShopContext, "db" | "shop">,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const { currency, ianaTimezone } = context.shop;
  const rows = {
    text: contractsPageOf(currency),
    parameter: ianaTimezone,
  };
  return streamCollectedRows(context, rows, signal);
}
