-- When a row is deleted, the rows that refer to it are looked for. Without an index that reads whole tables, of all stores,
-- once for each row that is deleted: erasing a large store would not end.
CREATE INDEX credit_allocations_grant ON credit_allocations (shop_id, grant_id);
CREATE INDEX credit_grants_entry ON credit_grants (shop_id, entry_id);
CREATE INDEX credit_grants_plan ON credit_grants (shop_id, plan_id) WHERE plan_id IS NOT NULL;
CREATE INDEX credit_holds_entry ON credit_holds (shop_id, entry_id);
CREATE INDEX credit_holds_capture ON credit_holds (shop_id, capture_entry_id) WHERE capture_entry_id IS NOT NULL;
CREATE INDEX credit_holds_customer ON credit_holds (shop_id, customer_id);
CREATE INDEX credit_runs_plan ON credit_runs (shop_id, plan_id);
CREATE INDEX billing_cycles_hold ON billing_cycles (shop_id, credit_hold_id) WHERE credit_hold_id IS NOT NULL;
CREATE INDEX applied_offers_grant ON applied_offers (shop_id, credit_grant_id) WHERE credit_grant_id IS NOT NULL;
CREATE INDEX applied_offers_offer ON applied_offers (shop_id, offer_id);
CREATE INDEX cancel_flows_subscription ON cancel_flows (shop_id, subscription_id);
CREATE INDEX cancel_flows_offer ON cancel_flows (shop_id, offer_id) WHERE offer_id IS NOT NULL;
CREATE INDEX cancellation_reason_offers_offer ON cancellation_reason_offers (shop_id, offer_id);
CREATE INDEX members_subscription ON members (shop_id, subscription_id);
CREATE INDEX bulk_action_rows_subscription ON bulk_action_rows (shop_id, subscription_id);
CREATE INDEX contract_import_lines_plan ON contract_import_lines (shop_id, plan_id) WHERE plan_id IS NOT NULL;
CREATE INDEX plans_group ON plans (shop_id, plan_group_id);
CREATE INDEX api_keys_replaced_by ON api_keys (shop_id, replaced_by_id) WHERE replaced_by_id IS NOT NULL;
