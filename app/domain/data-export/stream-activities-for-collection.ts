import { z } from "zod";
import type { ShopContext } from "../context.ts";
import {
  dateMinuteInZone,
  gidOf,
  jsonRow,
  numberMember,
  plainTextMember,
  textMember,
} from "./json-row.ts";
import { COLLECTED_PAGE, streamCollectedRows } from "./stream-collected-rows.ts";

/** The Collection API's topic `activity_log_m` (contract, section 2.4): the timeline of membership contracts. */
export const collectedActivitiesSchema = z
  .array(
    z.object({
      platform_customer_gid: z.string().meta({
        description: "The customer; empty where the contract has none any more.",
        example: "gid://platform/Customer/1001",
      }),
      contract_id: z
        .number()
        .int()
        .meta({ description: "The contract's number on the platform.", example: 5008 }),
      text: z.string().meta({
        description: "What happened, as an English sentence.",
        example: "Club monthly was canceled.",
      }),
      notes: z.string().meta({
        description: "What the shopper wrote in the cancel flow that led to it; else empty.",
        example: "I am moving abroad.",
      }),
      plan_group_name: z.string().meta({
        description: "The name of the plan's group; empty where the app does not know it.",
        example: "Club",
      }),
      plan_name: z.string().meta({
        description: "The plan's name, as it stands on the contract.",
        example: "Club monthly",
      }),
      created_at: z.string().meta({
        description: "When it happened, `Y-m-d H:i` in the store's zone.",
        example: "2026-03-29 03:05",
      }),
    }),
  )
  .meta({
    id: "CollectedActivities",
    description: "Topic `activity_log_m`: the timeline of membership contracts, oldest first.",
    examples: [
      [
        {
          platform_customer_gid: "gid://platform/Customer/1001",
          contract_id: 5008,
          text: "Club monthly was canceled.",
          notes: "I am moving abroad.",
          plan_group_name: "Club",
          plan_name: "Club monthly",
          created_at: "2026-03-29 03:05",
        },
      ],
    ],
  });

const ROW = jsonRow({
  platform_customer_gid: plainTextMember(gidOf("c.platform_customer_id")),
  contract_id: numberMember("s.platform_contract_id"),
  text: textMember("p.message"),
  notes: textMember("n.note"),
  plan_group_name: textMember("g.name"),
  plan_name: textMember("s.plan_name"),
  created_at: plainTextMember(dateMinuteInZone("p.created_at", "$3")),
});

// A contract is cancelled once, by the latest flow that ended so; an offer that was accepted names its flow.
export const ACTIVITIES_PAGE = `
  WITH page AS MATERIALIZED (
    SELECT id, subscription_id, kind, message, created_at, (details ->> 'flow_id')::bigint AS flow_id
    FROM activities WHERE shop_id = $1 AND id > $2 ORDER BY id LIMIT ${COLLECTED_PAGE}
  )
  SELECT string_agg(${ROW}, ',' ORDER BY p.id) FILTER (WHERE s.platform_contract_id IS NOT NULL) AS json,
         max(p.id) AS last_id, count(*)::integer AS count
  FROM page p
  LEFT JOIN LATERAL (
    SELECT platform_contract_id, customer_id, plan_id, plan_name FROM subscriptions
    WHERE shop_id = $1 AND id = p.subscription_id AND kind = 'membership' LIMIT 1) s ON true
  LEFT JOIN LATERAL (
    SELECT platform_customer_id FROM customers WHERE shop_id = $1 AND id = s.customer_id LIMIT 1) c ON true
  LEFT JOIN LATERAL (
    SELECT o.name FROM plans l JOIN plan_groups o ON o.shop_id = $1 AND o.id = l.plan_group_id
    WHERE l.shop_id = $1 AND l.id = s.plan_id LIMIT 1) g ON true
  LEFT JOIN LATERAL (
    (SELECT f.note FROM cancel_flows f
     WHERE p.kind = 'subscription.cancelled' AND f.shop_id = $1 AND f.subscription_id = p.subscription_id
       AND f.outcome = 'cancelled' AND f.note IS NOT NULL
     ORDER BY f.id DESC LIMIT 1)
    UNION ALL
    (SELECT f.note FROM cancel_flows f
     WHERE f.shop_id = $1 AND f.id = p.flow_id AND f.subscription_id = p.subscription_id)
    LIMIT 1) n ON true`;

/**
 * The timeline of membership contracts in the order of its ids, with the shopper's own note where a cancel flow led to the
 * line.
 */
export function streamActivitiesForCollection(
  context: Pick<ShopContext, "db" | "shop">,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const rows = {
    text: ACTIVITIES_PAGE,
    parameter: context.shop.ianaTimezone,
  };
  return streamCollectedRows(context, rows, signal);
}
