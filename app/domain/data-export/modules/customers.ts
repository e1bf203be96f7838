import { checked, givenIds, isAfter, rowBy, rowsBy } from "#app/lib/one-way.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { twoDecimalsInCurrency } from "../json-row.ts";
import { dayOf, gidOf, historyLine, text } from "./export-field.ts";
import type { ExportModule } from "./export-module.ts";
import { reasonOf, reasonTitle } from "./reason-title.ts";
import { PAUSE_SEEN_AT, STATUS_HISTORY } from "./status-history.ts";

const { membership, loyaltyReward, retentionOffer, promotion, adjustment } = CREDIT_TYPES;

/** Entries that gave the customer credit, or took such credit back because the offer that gave it has ended. */
const CHARGED = `(type_code IN (${membership}, ${loyaltyReward}, ${retentionOffer}, ${promotion})
  OR type_code = ${adjustment} AND amount_minor > 0)`;

const money = (sql: string) => twoDecimalsInCurrency(`coalesce(${sql}, 0)`, "$4::text");

const history = (amount: string, filter: string) =>
  `string_agg(${historyLine("created_at", twoDecimalsInCurrency(amount, "$4::text"), "coalesce(reason, message)")}, E'\\n' ORDER BY id)
    FILTER (WHERE ${filter})`;

const failures = (kind: string) => `SELECT string_agg(
    ${historyLine("b.completed_at", twoDecimalsInCurrency("b.amount_minor", "b.currency"), "b.error_message")}, E'\\n'
    ORDER BY b.completed_at, b.id) AS lines
  FROM ${rowsBy("subscriptions", "customer_id = c.id")} s
  CROSS JOIN ${rowsBy("billing_attempts", "subscription_id = s.id")} b
  WHERE s.kind ${kind} AND b.status = 'failed'`;

const lastReason = (
  kind: string,
) => `SELECT ${reasonOf("s")} AS alias FROM ${rowsBy("subscriptions", "customer_id = c.id")} s
  WHERE s.kind ${kind} AND s.status = 'cancelled'
    AND s.import_state IS DISTINCT FROM 'undone'
  ORDER BY s.cancelled_at DESC, s.id DESC LIMIT 1`;

/** In the local time of the zone, as every date of a schedule. Nobody followed its charges, so the last one has to say it. */
const CYCLE_AFTER_LAST_CHARGE = `((last_charged_at AT TIME ZONE $3) + CASE interval_unit
  WHEN 'day' THEN make_interval(days => interval_count) WHEN 'week' THEN make_interval(weeks => interval_count)
  WHEN 'month' THEN make_interval(months => interval_count) ELSE make_interval(years => interval_count) END) AT TIME ZONE $3`;

const MEMBERSHIP = "= 'membership'";
const PRODUCT = "<> 'membership'";

/** Every customer of the store whose data was not erased. */
export const customers: ExportModule = {
  name: "customers",
  fields: {
    platform_customer_gid: text(
      "The customer.",
      "gid://platform/Customer/1001",
      gidOf("Customer", "c.platform_customer_id"),
    ),
    customer_email: text("The customer's address.", "ada@example.com", "c.email"),
    membership_type: text(
      "The kind of the customer's newest contract: VIP or Product Subscription; PAYG without one.",
      "VIP",
      "CASE WHEN n.kind IS NULL THEN 'PAYG' WHEN n.kind = 'membership' THEN 'VIP' ELSE 'Product Subscription' END",
    ),
    current_status: text(
      "The best state of the customer's memberships; empty without one.",
      "ACTIVE",
      "upper(m.status)",
    ),
    date_paused: text(
      "The day on which the membership was paused; empty unless it is paused, and for a pause from before the installation, which the " +
        "platform does not date.",
      "2026-10-28",
      dayOf(PAUSE_SEEN_AT),
    ),
    date_of_last_charge: text(
      "The day on which credit was last given. Credit that ends with its offer is taken, not given.",
      "2026-11-05",
      dayOf("e.charged_at"),
    ),
    membership_start_date: text(
      "The day on which the first membership began.",
      "2026-01-05",
      dayOf("m.joined_at"),
    ),
    membership_end_date: text(
      "The last day that any membership is paid for. Of one that was cancelled before the installation, a billing cycle after its " +
        "last order; empty where the platform shows no order.",
      "2026-12-05",
      dayOf("h.ends_at"),
    ),
    available_current_balance: text(
      "Store credit that can be spent.",
      "12.50",
      money("a.available_minor"),
    ),
    total_store_credits_charged: text(
      "All credit that was given, less what ended with its offer.",
      "40.00",
      money("e.charged"),
    ),
    total_store_credit_used: text(
      "Credit that paid for orders, less what came back.",
      "27.50",
      money("e.used"),
    ),
    total_store_credit_disputed: text(
      "Credit taken back for disputes.",
      "0.00",
      money("e.disputed"),
    ),
    total_store_credit_refunded: text(
      "Credit taken back for refunds.",
      "0.00",
      money("e.refunded"),
    ),
    total_store_credit_forfeit: text("Credit forfeited.", "5.00", money("e.forfeit")),
    last_store_forfeit_date: text(
      "The day of the latest forfeit.",
      "2026-06-01",
      dayOf("e.forfeit_at"),
    ),
    store_forfeit_history: text(
      "Forfeits, a line each: date | amount | note.",
      "2026-06-01 00:00 | 5.00 | The membership ended.",
      "e.forfeits",
    ),
    total_store_credit_reconciled: text(
      "Credit corrected by hand, up and down together.",
      "0.00",
      money("e.reconciled"),
    ),
    last_store_reconciled_date: text(
      "The day of the latest correction.",
      "2026-10-28",
      dayOf("e.reconciled_at"),
    ),
    store_reconciled_history: text(
      "Corrections, a line each: date | amount | note.",
      "",
      "e.reconciliations",
    ),
    country_code: text(
      "The country of the customer's latest order that has one.",
      "DE",
      "o.country_code",
    ),
    province: text("The province or state of that order.", "Berlin", "o.province"),
    auto_charge_failed: text(
      "Whether an automatic charge of the customer ever failed: Yes or No.",
      "Yes",
      "CASE WHEN v.lines IS NULL AND w.lines IS NULL THEN 'No' ELSE 'Yes' END",
    ),
    failure_reasons: text(
      "Failed charges of memberships, a line each: date | amount | reason.",
      "2026-10-23 08:00 | 15.00 | The account did not have enough funds.",
      "v.lines",
    ),
    cancel_reason: text(
      "The reason's title of the membership that was cancelled last.",
      "",
      reasonTitle("x.alias"),
    ),
    ps_failure_reasons: text(
      "Failed charges of product subscriptions, a line each.",
      "",
      "w.lines",
    ),
    ps_cancel_reason: text(
      "The reason's title of the product subscription that was cancelled last.",
      "",
      reasonTitle("y.alias"),
    ),
    ps_total_contracts: text("How many product subscriptions there ever were.", "2", "h.products"),
    ps_active_contracts: text("How many of them are active.", "1", "h.active_products"),
    vip_status_history: text(
      "Beginnings, pauses, resumptions and ends of memberships, a line each: date | state | note. The state is the customer's after it. A " +
        "pause from before the installation has the instant at which it was first seen.",
      "2026-01-05 11:00 | ACTIVE | Club monthly began.",
      "z.lines",
    ),
  },
  sources: `SELECT id FROM customers WHERE shop_id = $1 AND ${isAfter("id", "$2")} ORDER BY id LIMIT $3`,
  rowOn: null,
  sourceId: "c.id",
  facts: `${givenIds("$2")}
    CROSS JOIN ${rowBy("customers", `id = given.id AND ${checked("redacted_at IS NULL AND merged_into_id IS NULL")}`)} c
    LEFT JOIN ${rowBy("members", "customer_id = c.id")} m ON true
    LEFT JOIN ${rowBy("credit_accounts", "customer_id = c.id AND unit = 'money'")} a ON true
    LEFT JOIN LATERAL (
      SELECT kind FROM ${rowsBy("subscriptions", "customer_id = c.id")} s
      WHERE import_state IS DISTINCT FROM 'undone'
      ORDER BY platform_created_at DESC, id DESC LIMIT 1) n ON true
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE kind ${PRODUCT}) AS products,
        count(*) FILTER (WHERE kind ${PRODUCT} AND status = 'active') AS active_products,
        max(least(ends_at, coalesce(paid_until, CASE status WHEN 'active' THEN next_billing_at
          WHEN 'cancelled' THEN ${CYCLE_AFTER_LAST_CHARGE} END)))
          FILTER (WHERE kind ${MEMBERSHIP}) AS ends_at
      FROM ${rowsBy("subscriptions", "customer_id = c.id")} s
      WHERE import_state IS DISTINCT FROM 'undone') h
    CROSS JOIN LATERAL (
      SELECT max(created_at) FILTER (WHERE ${CHARGED} AND amount_minor > 0) AS charged_at,
        sum(amount_minor) FILTER (WHERE ${CHARGED}) AS charged,
        -sum(amount_minor) FILTER (WHERE type_code IN (${CREDIT_TYPES.redemption}, ${CREDIT_TYPES.redemptionReturned})) AS used,
        -sum(amount_minor) FILTER (WHERE type_code = ${CREDIT_TYPES.dispute}) AS disputed,
        -sum(amount_minor) FILTER (WHERE type_code = ${CREDIT_TYPES.takenBack}) AS refunded,
        -sum(amount_minor) FILTER (WHERE type_code = ${CREDIT_TYPES.forfeit}) AS forfeit,
        max(created_at) FILTER (WHERE type_code = ${CREDIT_TYPES.forfeit}) AS forfeit_at,
        ${history("-amount_minor", `type_code = ${CREDIT_TYPES.forfeit}`)} AS forfeits,
        sum(abs(amount_minor)) FILTER (WHERE type_code = ${CREDIT_TYPES.reconciled}) AS reconciled,
        max(created_at) FILTER (WHERE type_code = ${CREDIT_TYPES.reconciled}) AS reconciled_at,
        ${history("amount_minor", `type_code = ${CREDIT_TYPES.reconciled}`)} AS reconciliations
      FROM credit_entries
      WHERE shop_id = $1 AND customer_id = c.id AND ${checked("unit = 'money'")} AND ${checked("status = 0")}) e
    LEFT JOIN LATERAL (
      SELECT country_code, province FROM orders
      WHERE shop_id = $1 AND customer_id = c.id AND country_code IS NOT NULL
      ORDER BY processed_at DESC, id DESC LIMIT 1) o ON true
    CROSS JOIN LATERAL (${failures(MEMBERSHIP)}) v
    CROSS JOIN LATERAL (${failures(PRODUCT)}) w
    LEFT JOIN LATERAL (${lastReason(MEMBERSHIP)}) x ON true
    LEFT JOIN LATERAL (${lastReason(PRODUCT)}) y ON true
    CROSS JOIN LATERAL (${STATUS_HISTORY}) z`,
};
