-- What a rule would have given over a store's past, counted page by page of customers. Nothing of a customer is kept.
CREATE TABLE loyalty_dry_runs (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- Of the request, so that one that is sent again starts no other.
  source_key text NOT NULL,
  -- The rule as it was typed, checked.
  input jsonb NOT NULL,
  -- The rule is counted as if it had begun then.
  from_at timestamptz NOT NULL,
  -- What is completed from then on is of the last month.
  month_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done')),
  -- Why it had to begin a page again; null when it did not.
  reason text,
  -- Customers up to this id are counted.
  after_id bigint NOT NULL DEFAULT 0,
  seen_count bigint NOT NULL DEFAULT 0,
  total_count bigint NOT NULL,
  -- {customers, completions, points, creditMinor, coupons, worthMinor}: what it gave, and to how many.
  month jsonb NOT NULL,
  year jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id)
);
SELECT distribute_by_shop('loyalty_dry_runs');
ALTER TABLE loyalty_dry_runs ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
CREATE UNIQUE INDEX loyalty_dry_runs_once ON loyalty_dry_runs (shop_id, source_key);

-- The lists and figures of the admin. None of these columns changes with a movement of points, except the two that are
-- indexed only where they are more than nothing.
CREATE INDEX loyalty_rewards_by_time ON loyalty_rewards (shop_id, completed_at, rule_id);
CREATE INDEX loyalty_coupons_by_status ON loyalty_coupons (shop_id, status, id);
CREATE INDEX credit_accounts_of_points ON credit_accounts (shop_id, customer_id) WHERE unit = 'points';
CREATE INDEX credit_accounts_pending ON credit_accounts (shop_id, customer_id) WHERE pending_minor > 0;
CREATE INDEX credit_accounts_owed ON credit_accounts (shop_id, customer_id) WHERE owed_minor > 0;

ALTER TABLE saved_views DROP CONSTRAINT saved_views_list_check;
ALTER TABLE saved_views ADD CHECK (list IN ('subscriptions', 'failed_payments', 'loyalty_coupons'));
