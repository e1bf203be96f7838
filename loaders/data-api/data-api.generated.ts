// Written by scripts/loaders/generate-data-api-types.ts from the OpenAPI document. Change the routes of the Data
// API and run npm run generate; do not change this file.

/** The rows of each export, by its name in the address. */
export interface DataApiRows {
  "cancellation-reasons": {
    "platform_customer_gid": string;
    "customer_email": string;
    "subscription_plan_name": string;
    "cancel_date": string;
    "cancel_reason": string;
  };
  "credits-history": {
    "platform_customer_gid": string;
    "body": string;
    "value": string;
    "unit": string;
    "status": number;
    "created_at": string;
    "order_name"?: string;
  };
  "customers": {
    "platform_customer_gid": string;
    "customer_email": string;
    "membership_type": string;
    "current_status": string;
    "date_paused": string;
    "date_of_last_charge": string;
    "membership_start_date": string;
    "membership_end_date": string;
    "available_current_balance": string;
    "total_store_credits_charged": string;
    "total_store_credit_used": string;
    "total_store_credit_disputed": string;
    "total_store_credit_refunded": string;
    "total_store_credit_forfeit": string;
    "last_store_forfeit_date": string;
    "store_forfeit_history": string;
    "total_store_credit_reconciled": string;
    "last_store_reconciled_date": string;
    "store_reconciled_history": string;
    "country_code": string;
    "province": string;
    "auto_charge_failed": string;
    "failure_reasons": string;
    "cancel_reason": string;
    "ps_failure_reasons": string;
    "ps_cancel_reason": string;
    "ps_total_contracts": string;
    "ps_active_contracts": string;
    "vip_status_history": string;
  };
  "members": {
    "platform_customer_gid": string;
    "email": string;
    "balance_from_subscribfy": string;
    [field: string]: string;
  };
  "orders": {
    "platform_customer_gid": string;
    "customer_email": string;
    "customer_name": string;
    "order_id": string;
    "order_name": string;
    "order_date": string;
    "financial_status": string;
    "payment_gateway": string;
    "refund_date": string;
    "customer_first_order_date": string;
    "customer_first_vip_order_date": string;
    "customer_first_recharge_order_date": string;
    "checkout_type": string;
    "checkout_type_first_order": string;
    "revenue": string;
    "tax": string;
    "currency": string;
    "order_tag": string;
    "coupon_code": string;
    "coupon_code_amount": string;
    "store_credit_used": string;
    "autocharge_status": string;
    "dispute_status": string;
    "dispute_initiated_date": string;
    "dispute_last_updated_date": string;
    "dispute_reason": string;
    "brand": string;
    "store_credit_deducted": string;
    "deduction_date": string;
    "sales_channel": string;
    "auto_charge_failed_count": string;
    "auto_charge_failure_reasons": string;
    "customer_first_ps_order_date": string;
    "customer_first_ps_recharge_order_date": string;
    "country_code": string;
    "province": string;
  };
  "store-credits": {
    "platform_customer_gid": string;
    "type": number;
    "message": string;
    "value": string;
    "redeemed_from_subscribfy": string;
    "order_gid": string;
    "created_at": string;
    "used_in": string;
  };
  "subscriptions": {
    "platform_customer_gid": string;
    "customer_email": string;
    "customer_name": string;
    "platform_contract_id": string;
    "status": string;
    "type": string;
    "price": string;
    "currency": string;
    "start_date": string;
    "cancelled_date": string;
    "last_charge_date": string;
    "last_charge_status": string;
    "next_charge_date": string;
    "interval_name": string;
    "interval_count": number;
    "churn_offer_status": string;
    "offer_type": string;
    "price_with_offer": string;
    "offer_accepted_date": string;
    "offer_cancel_date": string;
  };
}
