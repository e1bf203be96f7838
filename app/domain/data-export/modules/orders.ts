import { checked, givenIds, isAfter, rowBy, rowsBy } from "#app/lib/one-way.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { twoDecimalsInCurrency } from "../json-row.ts";
import { dayOf, gidOf, historyLine, minuteOf, text } from "./export-field.ts";
import type { ExportModule } from "./export-module.ts";

const TAKEN_BACK = `${CREDIT_TYPES.dispute}, ${CREDIT_TYPES.takenBack}`;

const CHECKOUT_TYPE =
  "CASE WHEN k.membership_tag <> '' THEN 'VIP' WHEN k.product_tag <> '' THEN 'Product Subscription' ELSE 'PAYG' END";

/** Every order of the store, as it stands; totals as they were at the sale. */
export const orders: ExportModule = {
  name: "orders",
  fields: {
    platform_customer_gid: text(
      "The customer; empty for a guest, and once the customer's data was erased.",
      "gid://platform/Customer/1001",
      gidOf("Customer", "c.platform_customer_id"),
    ),
    customer_email: text(
      "The customer's address, else the one on the order.",
      "ada@example.com",
      "CASE WHEN c.id IS NULL THEN o.email ELSE coalesce(c.email, o.email) END",
    ),
    customer_name: text("The name on the order's addresses.", "Ada Byron", "o.customer_name"),
    order_id: text(
      "The order.",
      "gid://platform/Order/4402",
      gidOf("Order", "o.platform_order_id"),
    ),
    order_name: text("The order's name, such as #1042.", "#1042", "o.name"),
    order_date: text("When the order was placed.", "2026-10-25 02:30", minuteOf("o.processed_at")),
    financial_status: text(
      "The platform's financial status, in lower case.",
      "paid",
      "o.financial_status",
    ),
    payment_gateway: text(
      "The gateways that processed the payment, joined by commas.",
      "shopify_payments",
      "array_to_string(o.gateways, ',')",
    ),
    refund_date: text("The day of the latest refund.", "2026-10-28", dayOf("r.refunded_at")),
    customer_first_order_date: text(
      "The day of the customer's first order.",
      "2026-01-05",
      dayOf("f.first_order_at"),
    ),
    customer_first_vip_order_date: text(
      "The day of the customer's first order with a membership; a trial's fee counts.",
      "2026-01-05",
      dayOf("f.first_membership_at"),
    ),
    customer_first_recharge_order_date: text(
      "The day of the customer's first order tagged recharge.",
      "2026-02-05",
      dayOf("f.first_membership_renewal_at"),
    ),
    checkout_type: text("VIP, Product Subscription or PAYG.", "VIP", CHECKOUT_TYPE),
    checkout_type_first_order: text(
      "That of the customer's first order.",
      "VIP",
      "f.first_order_type",
    ),
    revenue: text(
      "The order's total at the sale, in the store's currency; refunds do not reduce it.",
      "42.15",
      twoDecimalsInCurrency("o.total_minor", "o.currency"),
    ),
    tax: text("The tax in that total.", "6.73", twoDecimalsInCurrency("o.tax_minor", "o.currency")),
    currency: text("The store's currency at the sale.", "EUR", "o.currency"),
    order_tag: text(
      "New-vip, New-SubsProd, recharge, SubsProd-Recharge or trial fee; empty for a plain order.",
      "recharge",
      "coalesce(nullif(k.membership_tag, ''), k.product_tag)",
    ),
    coupon_code: text(
      "The discount codes, joined by commas; codes of store credit are left out.",
      "WELCOME,AUTUMN",
      "d.codes",
    ),
    coupon_code_amount: text(
      "What each of them took off, in the same order, two decimals each, joined by commas.",
      "5.00,2.50",
      "d.amounts",
    ),
    store_credit_used: text(
      "Store credit that paid for the order, in the store's currency.",
      "12.50",
      twoDecimalsInCurrency("coalesce(e.used, 0)", "$4::text"),
    ),
    autocharge_status: text(
      "On orders of a renewal: Dispute, or refunded, partially_refunded or voided.",
      "",
      `CASE WHEN NOT o.is_renewal THEN '' WHEN p.status IS NOT NULL THEN 'Dispute'
        WHEN o.financial_status IN ('refunded', 'partially_refunded', 'voided') THEN o.financial_status ELSE '' END`,
    ),
    dispute_status: text("The state of the latest dispute.", "", "p.status"),
    dispute_initiated_date: text(
      "The day on which it was opened.",
      "2026-10-28",
      dayOf("p.initiated_at"),
    ),
    dispute_last_updated_date: text(
      "The day on which we last saw it change.",
      "2026-10-28",
      dayOf("p.changed_at"),
    ),
    dispute_reason: text("Its reason, as the platform names it.", "", "p.reason"),
    brand: text("The order attribute brand.", "Perennial", "o.brand"),
    store_credit_deducted: text(
      "Credit taken back because the order was refunded, voided or disputed, in the store's currency.",
      "0.00",
      twoDecimalsInCurrency("coalesce(e.taken_back, 0)", "$4::text"),
    ),
    deduction_date: text(
      "The day on which it was last taken back; empty where a won dispute gave all of it back.",
      "2026-10-28",
      `CASE WHEN e.taken_back > 0 THEN ${dayOf("e.taken_back_at")} END`,
    ),
    sales_channel: text("The sales channel's name on the platform.", "Online Store", "o.channel"),
    auto_charge_failed_count: text(
      "How many automatic charges had failed before the one that made the order.",
      "1",
      "coalesce(a.failed, 0)",
    ),
    auto_charge_failure_reasons: text(
      "These charges, a line each: date | amount | reason.",
      "2026-10-23 08:00 | 15.00 | The account did not have enough funds.",
      "a.reasons",
    ),
    customer_first_ps_order_date: text(
      "The day of the customer's first order with a product subscription.",
      "2026-10-28",
      dayOf("f.first_product_at"),
    ),
    customer_first_ps_recharge_order_date: text(
      "The day of the customer's first renewal of a product subscription.",
      "2026-10-28",
      dayOf("f.first_product_renewal_at"),
    ),
    country_code: text("The country of the shipping address.", "DE", "o.country_code"),
    province: text("Its province or state.", "Berlin", "o.province"),
  },
  sources: `SELECT id FROM orders WHERE shop_id = $1 AND ${isAfter("id", "$2")} ORDER BY id LIMIT $3`,
  rowOn: "o.processed_at",
  sourceId: "o.id",
  facts: `${givenIds("$2")}
    CROSS JOIN ${rowBy("orders", "id = given.id")} o
    LEFT JOIN ${rowBy("order_classes", "order_id = o.id")} k ON true
    LEFT JOIN ${rowBy("customers", "id = o.customer_id AND redacted_at IS NULL")} c ON true
    LEFT JOIN ${rowBy("customer_firsts", "customer_id = o.customer_id")} f ON true
    LEFT JOIN LATERAL (
      SELECT max(refunded_at) AS refunded_at FROM order_refunds WHERE shop_id = $1 AND order_id = o.id) r ON true
    LEFT JOIN LATERAL (
      SELECT status, reason, initiated_at, changed_at FROM order_disputes
      WHERE shop_id = $1 AND order_id = o.id
      ORDER BY initiated_at DESC NULLS LAST, platform_dispute_id DESC LIMIT 1) p ON true
    LEFT JOIN LATERAL (
      SELECT string_agg(x.code, ',' ORDER BY x.place) AS codes,
        string_agg(${twoDecimalsInCurrency("x.amount", "o.currency")}::text, ',' ORDER BY x.place) AS amounts
      FROM (
        SELECT place, one ->> 'code' AS code, (one ->> 'amountMinor')::bigint AS amount
        FROM jsonb_array_elements(o.discount_codes) WITH ORDINALITY AS l (one, place)) x
      WHERE (SELECT h.id FROM credit_holds h WHERE h.shop_id = $1 AND h.code = x.code LIMIT 1) IS NULL) d ON true
    LEFT JOIN LATERAL (
      SELECT -sum(amount_minor) FILTER (WHERE type_code = ${CREDIT_TYPES.redemption}) AS used,
        -sum(amount_minor) FILTER (WHERE type_code IN (${TAKEN_BACK})) AS taken_back,
        max(created_at) FILTER (WHERE type_code IN (${TAKEN_BACK}) AND amount_minor < 0) AS taken_back_at
      FROM credit_entries WHERE shop_id = $1 AND order_gid = ${gidOf("Order", "o.platform_order_id")}
        AND ${checked("unit = 'money'")} AND ${checked("status = 0")}) e ON true
    LEFT JOIN LATERAL (
      SELECT count(*) AS failed,
        string_agg(${historyLine("b.completed_at", twoDecimalsInCurrency("b.amount_minor", "b.currency"), "b.error_message")}, E'\\n' ORDER BY b.id) AS reasons
      FROM ${rowsBy("billing_attempts", "platform_order_id = o.platform_order_id")} m
      CROSS JOIN ${rowsBy("billing_attempts", "subscription_id = m.subscription_id")} b
      WHERE b.status = 'failed' AND (b.cycle_index = m.cycle_index OR b.past_cycle = m.past_cycle)) a ON true`,
};
