import { givenIds, isAfter, rowBy, rowsBy } from "#app/lib/one-way.ts";
import { nextChargeDaySql } from "../../subscriptions/charges/next-charge-date.ts";
import { twoDecimalsInCurrency } from "../json-row.ts";
import { dayOf, gidOf, integer, text } from "./export-field.ts";
import type { ExportModule } from "./export-module.ts";

/** Every contract of the store, of memberships and of products. */
export const subscriptions: ExportModule = {
  name: "subscriptions",
  fields: {
    platform_customer_gid: text(
      "The customer.",
      "gid://platform/Customer/1001",
      gidOf("Customer", "c.platform_customer_id"),
    ),
    customer_email: text("The customer's address.", "ada@example.com", "c.email"),
    customer_name: text(
      "The customer's name.",
      "Ada Byron",
      "nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), '')",
    ),
    platform_contract_id: text(
      "The contract's number on the platform.",
      "5008",
      "s.platform_contract_id",
    ),
    status: text("ACTIVE, PAUSED or CANCELLED.", "ACTIVE", "upper(s.status)"),
    type: text("The plan's name.", "Club monthly", "s.plan_name"),
    price: text(
      "What a billing cycle's goods cost in the contract's currency, without a one-off discount.",
      "15.00",
      twoDecimalsInCurrency("s.price_minor", "s.currency"),
    ),
    currency: text("The contract's currency.", "EUR", "s.currency"),
    start_date: text(
      "The day on which it began, at the app before for one that was imported.",
      "2026-01-05",
      dayOf("coalesce(s.original_start_at, s.platform_created_at)"),
    ),
    cancelled_date: text(
      "The day on which it was cancelled.",
      "2026-10-28",
      dayOf("s.cancelled_at"),
    ),
    last_charge_date: text(
      "The day of the last billing attempt, paid or failed; the checkout is none.",
      "2026-11-05",
      dayOf("l.created_at"),
    ),
    last_charge_status: text(
      "Successful or Failed; empty while it runs, and where no charge was ever attempted.",
      "Successful",
      "CASE WHEN l.status = 'success' THEN 'Successful' WHEN l.status = 'failed' THEN 'Failed' ELSE '' END",
    ),
    next_charge_date: text(
      "The day of the next charge; while it is paused, of the first one after the pause, if that has an end; empty once cancelled.",
      "2026-12-05",
      nextChargeDaySql("$3"),
    ),
    interval_name: text("DAY, WEEK, MONTH or YEAR.", "MONTH", "upper(s.interval_unit)"),
    interval_count: integer(
      "How many of these units lie between two charges.",
      1,
      "s.interval_count",
    ),
    churn_offer_status: text(
      "The state of the latest retention offer: Active or Cancelled.",
      "Active",
      "CASE WHEN a.state = 'active' THEN 'Active' WHEN a.state = 'cancelled' THEN 'Cancelled' END",
    ),
    offer_type: text(
      "That offer's type: discount_price, change_frequency, add_store_credits or pause; empty without an offer.",
      "discount_price",
      "a.offer_snapshot -> 'rules' ->> 'type'",
    ),
    price_with_offer: text(
      "What a billing cycle costs with that offer; empty without one.",
      "12.00",
      twoDecimalsInCurrency("a.price_with_offer_minor", "a.currency"),
    ),
    offer_accepted_date: text(
      "The day on which it was accepted.",
      "2026-10-20",
      dayOf("a.accepted_at"),
    ),
    offer_cancel_date: text(
      "The day on which it was cancelled.",
      "2026-10-28",
      dayOf("a.cancelled_at"),
    ),
  },
  sources: `SELECT id FROM subscriptions WHERE shop_id = $1 AND ${isAfter("id", "$2")} ORDER BY id LIMIT $3`,
  rowOn: "coalesce(s.original_start_at, s.platform_created_at)",
  sourceId: "s.id",
  facts: `${givenIds("$2")}
    CROSS JOIN ${rowBy("subscriptions", "id = given.id")} s
    LEFT JOIN ${rowBy("customers", "id = s.customer_id AND redacted_at IS NULL")} c ON true
    LEFT JOIN LATERAL (
      SELECT created_at, status FROM ${rowsBy("billing_attempts", "subscription_id = s.id")} attempts
      WHERE status <> 'starting'
      ORDER BY created_at DESC, id DESC LIMIT 1) l ON true
    LEFT JOIN LATERAL (
      SELECT state, offer_snapshot, price_with_offer_minor, currency, accepted_at, cancelled_at
      FROM ${rowsBy("applied_offers", "subscription_id = s.id")} offers
      WHERE state IN ('active', 'cancelled')
      ORDER BY id DESC LIMIT 1) a ON true
    WHERE s.import_state IS DISTINCT FROM 'undone'`,
};
