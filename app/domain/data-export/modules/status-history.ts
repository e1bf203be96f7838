import { rowsBy } from "#app/lib/one-way.ts";
import { historyLine } from "./export-field.ts";

const KINDS = ["imported", "paused", "resumed", "activated", "cancelled"]
  .map((name) => `'subscription.${name}'`)
  .join(", ");

const STATE = `CASE WHEN v.kind IN ('subscription.paused', 'subscription.imported') THEN 'PAUSED'
  WHEN v.kind = 'subscription.cancelled' THEN 'CANCELLED' ELSE 'ACTIVE' END`;

/** A pause that had begun when its contract was first seen: what the timeline tells first is its end, or nothing. */
const WAS_PAUSED =
  "(k.first_kind = 'subscription.resumed' OR k.first_kind IS NULL AND s.status = 'paused')";

/**
 * What happened to the memberships of the customer `c`: when, to which, into which state, from which. The timeline tells what
 * was seen. What was so before a contract was first seen comes from the contract: the platform dates its end, and of a pause
 * it says no more than that there is one. That has the instant of the first sight.
 */
const CHANGES = `
  SELECT t.at, t.place, s.id, t.state, t.note,
    lag(t.state) OVER (PARTITION BY s.id ORDER BY t.at, t.place) AS before
  FROM ${rowsBy("subscriptions", "customer_id = c.id")} s
  CROSS JOIN LATERAL (
    SELECT (array_agg(v.kind ORDER BY v.created_at, v.id))[1] AS first_kind,
      coalesce(bool_or(v.kind = 'subscription.cancelled'), false) AS has_end
    FROM ${rowsBy("activities", "subscription_id = s.id")} v
    WHERE v.kind IN (${KINDS})) k
  CROSS JOIN LATERAL (
    SELECT coalesce(s.original_start_at, s.platform_created_at) AS at, -2 AS place, 'ACTIVE' AS state,
      s.plan_name || ' began.' AS note
    UNION ALL
    SELECT CASE WHEN k.first_kind IS NULL THEN s.paused_at ELSE s.created_at END, -1, 'PAUSED',
      s.plan_name || ' was paused when Perennial first saw it; since when is not known.'
    WHERE ${WAS_PAUSED}
    UNION ALL
    SELECT v.created_at, v.id, ${STATE}, v.message
    FROM ${rowsBy("activities", "subscription_id = s.id")} v
    WHERE v.kind IN (${KINDS})
    UNION ALL
    SELECT s.cancelled_at, 0, 'CANCELLED', s.plan_name || ' was canceled.'
    WHERE s.status = 'cancelled' AND NOT k.has_end) t
  WHERE s.kind = 'membership' AND s.import_state IS DISTINCT FROM 'undone'`;

const countOf = (state: string) => `sum((state = '${state}')::integer
  - (before IS NOT DISTINCT FROM '${state}')::integer) OVER (ORDER BY at, place, id)`;

/**
 * SQL for the history of the customer `c`, a line each, oldest first. The state of a line is the customer's after it, the best
 * of the memberships: so the last line has the state that the row has.
 */
export const STATUS_HISTORY = `
  SELECT string_agg(${historyLine(
    "at",
    "CASE WHEN active > 0 THEN 'ACTIVE' WHEN paused > 0 THEN 'PAUSED' ELSE 'CANCELLED' END",
    "note",
  )}, E'\\n' ORDER BY at, place, id) AS lines
  FROM (SELECT at, place, id, note, ${countOf("ACTIVE")} AS active, ${countOf("PAUSED")} AS paused
    FROM (${CHANGES}) changes) counted`;

/** SQL for when the membership that makes the member `m` paused was paused; null where only the platform saw it begin. */
export const PAUSE_SEEN_AT = `CASE WHEN EXISTS (
  SELECT 1 FROM ${rowsBy("activities", "subscription_id = m.subscription_id")} v
  WHERE v.kind IN ('subscription.paused', 'subscription.imported')) THEN m.paused_at END`;
