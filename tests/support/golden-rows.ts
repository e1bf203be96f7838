import { expect } from "vitest";
import type { GoldenCustomer, GoldenOrder, GoldenStore } from "./golden-store.ts";

type Texts = Record<string, string>;

/** Every field of an order's row, in the contract's order: those of a paid order of a checkout, unless said otherwise. */
export function orderRow(
  customer: Pick<GoldenCustomer, "gid" | "email" | "name">,
  order: GoldenOrder,
  fields: Texts,
): Texts {
  return {
    platform_customer_gid: customer.gid,
    customer_email: customer.email,
    customer_name: customer.name,
    order_id: order.gid,
    order_name: order.name,
    order_date: "",
    financial_status: "paid",
    payment_gateway: "shopify_payments",
    refund_date: "",
    customer_first_order_date: "",
    customer_first_vip_order_date: "",
    customer_first_recharge_order_date: "",
    checkout_type: "PAYG",
    checkout_type_first_order: "PAYG",
    revenue: "",
    tax: "",
    currency: "EUR",
    order_tag: "",
    coupon_code: "",
    coupon_code_amount: "",
    store_credit_used: "0.00",
    autocharge_status: "",
    dispute_status: "",
    dispute_initiated_date: "",
    dispute_last_updated_date: "",
    dispute_reason: "",
    brand: "",
    store_credit_deducted: "0.00",
    deduction_date: "",
    sales_channel: "Online Store",
    auto_charge_failed_count: "0",
    auto_charge_failure_reasons: "",
    customer_first_ps_order_date: "",
    customer_first_ps_recharge_order_date: "",
    country_code: "DE",
    province: "",
    ...fields,
  };
}

/** The rows of all orders of a customer, oldest first: what they have in common, and what is each one's own. */
export async function orderRows(
  store: GoldenStore,
  customer: GoldenCustomer,
  all: Texts,
  each: readonly Texts[],
): Promise<Texts[]> {
  const orders = await store.orders(customer);
  expect(orders).toHaveLength(each.length);
  return orders.map((order, at) => orderRow(customer, order, { ...all, ...each[at] }));
}

/** Every field of a customer's row: of one who has bought once, without a contract and without credit. */
export function customerRow(customer: GoldenCustomer, fields: Texts): Texts {
  return {
    platform_customer_gid: customer.gid,
    customer_email: customer.email,
    membership_type: "PAYG",
    current_status: "",
    date_paused: "",
    date_of_last_charge: "",
    membership_start_date: "",
    membership_end_date: "",
    available_current_balance: "0.00",
    total_store_credits_charged: "0.00",
    total_store_credit_used: "0.00",
    total_store_credit_disputed: "0.00",
    total_store_credit_refunded: "0.00",
    total_store_credit_forfeit: "0.00",
    last_store_forfeit_date: "",
    store_forfeit_history: "",
    total_store_credit_reconciled: "0.00",
    last_store_reconciled_date: "",
    store_reconciled_history: "",
    country_code: "DE",
    province: "",
    auto_charge_failed: "No",
    failure_reasons: "",
    cancel_reason: "",
    ps_failure_reasons: "",
    ps_cancel_reason: "",
    ps_total_contracts: "0",
    ps_active_contracts: "0",
    vip_status_history: "",
    ...fields,
  };
}

/** Every field of a subscription's row: a monthly one that lives, whose charges went through, without an offer. */
export function subscriptionRow(
  customer: GoldenCustomer,
  contractId: number,
  fields: Texts,
  intervalCount = 1,
): Record<string, string | number> {
  return {
    platform_customer_gid: customer.gid,
    customer_email: customer.email,
    customer_name: customer.name,
    platform_contract_id: String(contractId),
    status: "ACTIVE",
    type: "Gold Club monthly",
    price: "15.00",
    currency: "EUR",
    start_date: "",
    cancelled_date: "",
    last_charge_date: "",
    last_charge_status: "Successful",
    next_charge_date: "",
    interval_name: "MONTH",
    churn_offer_status: "",
    offer_type: "",
    price_with_offer: "",
    offer_accepted_date: "",
    offer_cancel_date: "",
    ...fields,
    interval_count: intervalCount,
  };
}

/** Every field of a row of the ledger that says of itself where it comes from. */
export function ledgerRow(
  customer: GoldenCustomer,
  type: number,
  value: string,
  fields: Texts,
): Record<string, string | number> {
  return {
    platform_customer_gid: customer.gid,
    type,
    message: "",
    value,
    redeemed_from_subscribfy: "",
    order_gid: "",
    created_at: "",
    used_in: "",
    ...fields,
  };
}
