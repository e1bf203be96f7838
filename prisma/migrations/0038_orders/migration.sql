-- The platform's orders as facts, in the store's own money. Other parts of the product read them here alone.
CREATE TABLE orders (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  platform_order_id bigint NOT NULL,
  name text NOT NULL,
  -- Null for a guest's order.
  customer_id bigint,
  email text,
  customer_name text,
  country_code text,
  province text,
  processed_at timestamptz NOT NULL,
  cancelled_at timestamptz,
  fulfilled_at timestamptz,
  is_test boolean NOT NULL,
  -- Whether it is a later order of a subscription, not the one that began it.
  is_renewal boolean NOT NULL,
  financial_status text NOT NULL,
  currency text NOT NULL,
  -- Totals at sale: what is paid back later stands in order_refunds.
  total_minor bigint NOT NULL,
  subtotal_minor bigint NOT NULL,
  tax_minor bigint NOT NULL,
  discount_minor bigint NOT NULL,
  delivery_minor bigint NOT NULL,
  -- What the customer saw: the two totals give the rate between the currencies.
  presentment_currency text NOT NULL,
  presentment_total_minor bigint NOT NULL,
  gateways text[] NOT NULL,
  channel text,
  brand text,
  discount_codes jsonb NOT NULL,
  lines jsonb NOT NULL,
  transactions jsonb NOT NULL,
  -- Of everything the platform said, so that a repetition is known as one.
  facts_hash text NOT NULL,
  platform_created_at timestamptz NOT NULL,
  platform_updated_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id)
);
SELECT distribute_by_shop('orders');
ALTER TABLE orders ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
ALTER TABLE orders ADD FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id);
CREATE UNIQUE INDEX orders_by_platform_id ON orders (shop_id, platform_order_id);
CREATE INDEX orders_by_date ON orders (shop_id, processed_at) INCLUDE (total_minor, is_renewal);
CREATE INDEX orders_of_customer ON orders (shop_id, customer_id, processed_at);
-- An erasure finds the orders that a person placed as a guest.
CREATE INDEX orders_of_guest ON orders (shop_id, lower(email)) WHERE customer_id IS NULL;

CREATE TABLE order_refunds (
  shop_id bigint NOT NULL,
  order_id bigint NOT NULL,
  platform_refund_id bigint NOT NULL,
  refunded_at timestamptz NOT NULL,
  amount_minor bigint NOT NULL,
  PRIMARY KEY (shop_id, order_id, platform_refund_id)
);
SELECT distribute_by_shop('order_refunds');
ALTER TABLE order_refunds ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
ALTER TABLE order_refunds ADD FOREIGN KEY (shop_id, order_id) REFERENCES orders (shop_id, id);

CREATE TABLE order_disputes (
  shop_id bigint NOT NULL,
  order_id bigint NOT NULL,
  platform_dispute_id bigint NOT NULL,
  kind text NOT NULL,
  status text NOT NULL,
  -- Null where the store has not granted read_shopify_payments_disputes.
  reason text,
  amount_minor bigint,
  currency text,
  initiated_at timestamptz,
  finalized_at timestamptz,
  -- When we last saw a change.
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, order_id, platform_dispute_id)
);
SELECT distribute_by_shop('order_disputes');
ALTER TABLE order_disputes ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
ALTER TABLE order_disputes ADD FOREIGN KEY (shop_id, order_id) REFERENCES orders (shop_id, id);
CREATE INDEX order_disputes_open ON order_disputes (shop_id, order_id)
  WHERE status IN ('needs_response', 'under_review');

-- Which subscriptions an order began or renewed. Plan, date and total are the order's own, so that the figures
-- of one plan are read from one index.
CREATE TABLE order_subscriptions (
  shop_id bigint NOT NULL,
  order_id bigint NOT NULL,
  platform_contract_id bigint NOT NULL,
  -- Null where the contract is another app's, or gone.
  subscription_id bigint,
  plan_id bigint,
  is_first boolean NOT NULL,
  processed_at timestamptz NOT NULL,
  total_minor bigint NOT NULL,
  is_renewal boolean NOT NULL,
  PRIMARY KEY (shop_id, order_id, platform_contract_id)
);
SELECT distribute_by_shop('order_subscriptions');
ALTER TABLE order_subscriptions ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
ALTER TABLE order_subscriptions ADD FOREIGN KEY (shop_id, order_id) REFERENCES orders (shop_id, id);
ALTER TABLE order_subscriptions ADD FOREIGN KEY (shop_id, subscription_id) REFERENCES subscriptions (shop_id, id);
ALTER TABLE order_subscriptions ADD FOREIGN KEY (shop_id, plan_id) REFERENCES plans (shop_id, id);
CREATE INDEX order_subscriptions_by_plan ON order_subscriptions (shop_id, plan_id, processed_at, order_id)
  INCLUDE (total_minor, is_renewal);
CREATE INDEX order_subscriptions_of_subscription ON order_subscriptions (shop_id, subscription_id, processed_at);

-- How far the orders from before the installation have come over.
CREATE TABLE order_imports (
  shop_id bigint NOT NULL,
  -- The platform's own run over all orders; null until it has begun, and again when it has to begin anew.
  operation_gid text,
  -- How many orders it has found; null while it runs.
  found integer,
  -- How many of them, in the order of its file, are in our tables.
  stored integer NOT NULL DEFAULT 0,
  began_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (shop_id)
);
SELECT distribute_by_shop('order_imports');
ALTER TABLE order_imports ADD FOREIGN KEY (shop_id) REFERENCES shops (id);

-- What the daily comparison with the platform has found and repaired.
CREATE TABLE reconciliations (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- Changes before it were compared by an earlier run; null for everything.
  since timestamptz,
  began_at timestamptz NOT NULL,
  completed_at timestamptz NOT NULL,
  orders_compared integer NOT NULL,
  orders_repaired integer NOT NULL,
  contracts_compared integer NOT NULL,
  contracts_repaired integer NOT NULL,
  customers_compared integer NOT NULL,
  customers_repaired integer NOT NULL,
  PRIMARY KEY (shop_id, id)
);
SELECT distribute_by_shop('reconciliations');
ALTER TABLE reconciliations ADD FOREIGN KEY (shop_id) REFERENCES shops (id);

-- What a subscription adds to the monthly recurring revenue, in its own currency; null until it is read again.
ALTER TABLE subscriptions ADD COLUMN monthly_worth_minor bigint;

-- What the overview of a period counts, each within one index.
CREATE INDEX subscriptions_worth ON subscriptions (shop_id, plan_id) INCLUDE (currency, monthly_worth_minor)
  WHERE status = 'active';
CREATE INDEX subscriptions_by_end ON subscriptions (shop_id, cancelled_at) INCLUDE (plan_id) WHERE status = 'cancelled';
CREATE INDEX subscriptions_by_start ON subscriptions (shop_id, platform_created_at) INCLUDE (plan_id);
CREATE INDEX members_by_start ON members (shop_id, joined_at) INCLUDE (plan_id);
CREATE INDEX members_by_end ON members (shop_id, cancelled_at) INCLUDE (plan_id, joined_at) WHERE status = 'cancelled';
CREATE INDEX applied_offers_by_acceptance ON applied_offers (shop_id, accepted_at) WHERE state IN ('active', 'cancelled');

-- Stores that are installed already begin within the minute; their first run compares everything.
INSERT INTO due_tasks (shop_id, kind, key, payload, due_at)
SELECT id, 'reconcile-shop', 'daily', '{}', now() FROM shops WHERE status = 'active';
