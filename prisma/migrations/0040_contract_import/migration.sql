-- Contracts of another subscription app, imported by file. Nothing is made on the platform before the merchant has
-- confirmed the checked file, and nothing is charged before the merchant has said that the old app has stopped.
CREATE TABLE contract_imports (
  shop_id        bigint NOT NULL,
  id             bigint GENERATED ALWAYS AS IDENTITY,
  name           text NOT NULL,
  content_hash   text NOT NULL,
  -- checking → checked → creating → waiting → activating → active, or waiting → undoing → undone.
  state          text NOT NULL CHECK (state IN ('checking', 'checked', 'creating', 'waiting', 'activating', 'active',
                                                'undoing', 'undone')),
  line_count     integer NOT NULL,
  -- As they were checked; null before that.
  ready_count    integer,
  problem_count  integer,
  repeated_count integer,
  unread_columns text[] NOT NULL,
  currency       text NOT NULL,
  -- Of whoever uploaded it, then of whoever confirmed it.
  actor_kind     text NOT NULL,
  actor_name     text,
  created_at     timestamptz NOT NULL,
  confirmed_at   timestamptz,
  finished_at    timestamptz,
  PRIMARY KEY (shop_id, id)
);
SELECT distribute_by_shop('contract_imports');
ALTER TABLE contract_imports ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
-- A second click, or the same file once more, leads to the import that waits for its confirmation already.
CREATE UNIQUE INDEX contract_imports_by_content ON contract_imports (shop_id, content_hash)
  WHERE state IN ('checking', 'checked');

CREATE TABLE contract_import_lines (
  shop_id         bigint NOT NULL,
  import_id       bigint NOT NULL,
  -- Counts the lines with something on them; `line` is where it stands in the file.
  position        integer NOT NULL,
  line            integer NOT NULL,
  -- The old app's name of the subscription.
  external_id     text NOT NULL,
  -- What was written, by column; null once the line is done with, because it names a person and their address.
  cells           jsonb,
  -- What it means; null where it means nothing.
  customer_id     bigint,
  plan_id         bigint,
  variant_id      bigint,
  product_title   text,
  quantity        integer,
  price_minor     bigint,
  delivery_minor  bigint,
  interval_unit   text,
  interval_count  integer,
  next_billing_at timestamptz,
  started_at      timestamptz,
  payment_method  text,
  problems        text[] NOT NULL,
  notices         text[] NOT NULL,
  -- What became of it. Null: not tried.
  state           text CHECK (state IN ('repeated', 'skipped', 'creating', 'refused', 'created', 'active', 'ended',
                                        'undone')),
  -- What its contract on the platform is called, written down before it is asked for.
  creation_key    text,
  -- When the contract was last asked for.
  asked_at        timestamptz,
  subscription_id bigint,
  -- Why something was refused.
  reason          text,
  PRIMARY KEY (shop_id, import_id, position)
);
SELECT distribute_by_shop('contract_import_lines');
ALTER TABLE contract_import_lines ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
ALTER TABLE contract_import_lines ADD FOREIGN KEY (shop_id, import_id) REFERENCES contract_imports (shop_id, id);
ALTER TABLE contract_import_lines ADD FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id);
ALTER TABLE contract_import_lines ADD FOREIGN KEY (shop_id, plan_id) REFERENCES plans (shop_id, id);
ALTER TABLE contract_import_lines ADD FOREIGN KEY (shop_id, subscription_id) REFERENCES subscriptions (shop_id, id);
-- One contract for each subscription of the old app, whichever files name it. What was undone may come again.
CREATE UNIQUE INDEX contract_import_lines_by_external_id ON contract_import_lines (shop_id, external_id)
  WHERE state IN ('creating', 'created', 'active');
CREATE UNIQUE INDEX contract_import_lines_by_key ON contract_import_lines (shop_id, creation_key);
CREATE INDEX contract_import_lines_by_customer ON contract_import_lines (shop_id, customer_id);
CREATE INDEX contract_import_lines_by_subscription ON contract_import_lines (shop_id, subscription_id);

-- Null for a contract that a checkout made. `waiting`: paused, and not to be resumed, until the old app has stopped.
-- `undone`: taken back before that. What was imported counts as a renewal in every export, its first order too.
ALTER TABLE subscriptions ADD COLUMN import_state text CHECK (import_state IN ('waiting', 'active', 'undone'));
-- When the customer subscribed at the old app.
ALTER TABLE subscriptions ADD COLUMN original_start_at timestamptz;
