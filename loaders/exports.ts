import type { DataApiRows } from "./data-api/data-api.generated.ts";

export type ColumnType = "text" | "integer";

/** What one export of the Data API is (contract, sections 2.3 and 4.2). */
export interface ExportDefinition {
  /** `cursor`: by `since_id`, rows in the order of their ids. `pages`: numbered, and they show the present. */
  readonly paging: "cursor" | "pages";
  /** Whether it can leave out rows before a day. */
  readonly takesSinceDate: boolean;
  /** The fields by which a row is recognized when it comes again; null where the contract gives none. */
  readonly rowKey: readonly string[] | null;
  /** Every field, in the contract's order. A field that is not here becomes a text column when it first comes. */
  readonly columns: Readonly<Record<string, ColumnType>>;
}

/** The exports that the loaders know. A new one needs its entry here and nothing else. */
export const EXPORTS = {
  members: {
    paging: "pages",
    takesSinceDate: false,
    rowKey: ["platform_customer_gid"],
    columns: texts("platform_customer_gid email balance_from_subscribfy"),
  },
  "credits-history": {
    paging: "pages",
    takesSinceDate: false,
    rowKey: null,
    columns: {
      ...texts("platform_customer_gid body value unit"),
      status: "integer",
      ...texts("created_at order_name"),
    },
  },
  orders: {
    paging: "cursor",
    takesSinceDate: true,
    rowKey: ["order_id"],
    columns: texts(`
      platform_customer_gid customer_email customer_name order_id order_name order_date financial_status
      payment_gateway refund_date customer_first_order_date customer_first_vip_order_date
      customer_first_recharge_order_date checkout_type checkout_type_first_order revenue tax currency
      order_tag coupon_code coupon_code_amount store_credit_used autocharge_status dispute_status
      dispute_initiated_date dispute_last_updated_date dispute_reason brand store_credit_deducted
      deduction_date sales_channel auto_charge_failed_count auto_charge_failure_reasons
      customer_first_ps_order_date customer_first_ps_recharge_order_date country_code province`),
  },
  customers: {
    paging: "cursor",
    takesSinceDate: false,
    rowKey: ["platform_customer_gid"],
    columns: texts(`
      platform_customer_gid customer_email membership_type current_status date_paused date_of_last_charge
      membership_start_date membership_end_date available_current_balance total_store_credits_charged
      total_store_credit_used total_store_credit_disputed total_store_credit_refunded
      total_store_credit_forfeit last_store_forfeit_date store_forfeit_history
      total_store_credit_reconciled last_store_reconciled_date store_reconciled_history country_code
      province auto_charge_failed failure_reasons cancel_reason ps_failure_reasons ps_cancel_reason
      ps_total_contracts ps_active_contracts vip_status_history`),
  },
  subscriptions: {
    paging: "cursor",
    takesSinceDate: true,
    rowKey: ["platform_contract_id"],
    columns: {
      ...texts(`
        platform_customer_gid customer_email customer_name platform_contract_id status type price currency
        start_date cancelled_date last_charge_date last_charge_status next_charge_date interval_name`),
      interval_count: "integer",
      ...texts(
        "churn_offer_status offer_type price_with_offer offer_accepted_date offer_cancel_date",
      ),
    },
  },
  "cancellation-reasons": {
    paging: "cursor",
    takesSinceDate: true,
    rowKey: null,
    columns: texts(
      "platform_customer_gid customer_email subscription_plan_name cancel_date cancel_reason",
    ),
  },
  "store-credits": {
    paging: "cursor",
    takesSinceDate: true,
    rowKey: null,
    columns: {
      ...texts("platform_customer_gid"),
      type: "integer",
      ...texts("message value redeemed_from_subscribfy order_gid created_at used_in"),
    },
  },
} as const satisfies Record<string, ExportDefinition>;

export type ExportName = keyof typeof EXPORTS;

/** A row whose fields this version does not know by name. */
export type AnyRow = Readonly<Record<string, unknown>>;

/** A row of an export, as the OpenAPI document describes it. */
export type RowOf<E extends ExportName> = E extends keyof DataApiRows ? DataApiRows[E] : AnyRow;

export const EXPORT_NAMES = Object.keys(EXPORTS) as ExportName[];

export function isExportName(text: string): text is ExportName {
  return Object.hasOwn(EXPORTS, text);
}

function texts(names: string): Record<string, "text"> {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, "text"]),
  );
}
