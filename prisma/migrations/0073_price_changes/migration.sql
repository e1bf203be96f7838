-- Another price for those who have a plan already.
CREATE TABLE price_changes (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  plan_id bigint NOT NULL,
  -- Names the request: sent twice, it starts one change.
  source_key text NOT NULL,
  -- The new price of one piece, or by how much the present one changes, in hundredths of a percent.
  fixed_minor bigint CHECK (fixed_minor > 0),
  percent_hundredths integer CHECK (percent_hundredths > -10000 AND percent_hundredths <> 0),
  currency text NOT NULL,
  -- Charges that fall due from here on have the new price.
  effective_at timestamptz NOT NULL,
  notice_days integer NOT NULL CHECK (notice_days >= 0),
  row_count integer NOT NULL,
  -- How often the rows have been gone through, with the present time.
  pass integer NOT NULL DEFAULT 1,
  actor_kind text NOT NULL,
  actor_name text,
  created_at timestamptz NOT NULL,
  stopped_at timestamptz,
  PRIMARY KEY (shop_id, id),
  UNIQUE (shop_id, source_key),
  CHECK ((fixed_minor IS NULL) <> (percent_hundredths IS NULL))
);
SELECT distribute_by_shop('price_changes');
ALTER TABLE price_changes ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
ALTER TABLE price_changes ADD FOREIGN KEY (shop_id, plan_id) REFERENCES plans (shop_id, id);
CREATE INDEX price_changes_of_plan ON price_changes (shop_id, plan_id, id);

CREATE TABLE price_change_rows (
  shop_id bigint NOT NULL,
  price_change_id bigint NOT NULL,
  subscription_id bigint NOT NULL,
  -- waiting: its customer is not told yet. writing: the platform may have the new price. written: it has. done: it has, and the day
  -- has come. left: it keeps its price, for the reason in the note. stopped: the change was stopped.
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'told', 'writing', 'written', 'done', 'left', 'stopped')),
  -- What one piece of each line costs before and after.
  prices jsonb,
  -- All pieces of these lines, before discounts.
  before_minor bigint,
  after_minor bigint,
  note text,
  pass integer NOT NULL DEFAULT 0,
  -- How often somebody has begun with it in this pass, and since when one works on it, in machine time.
  tries integer NOT NULL DEFAULT 0,
  claimed_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (shop_id, price_change_id, subscription_id),
  CHECK ((state IN ('done', 'left', 'stopped')) = (ended_at IS NOT NULL))
);
SELECT distribute_by_shop('price_change_rows');
ALTER TABLE price_change_rows ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
ALTER TABLE price_change_rows ADD FOREIGN KEY (shop_id, price_change_id) REFERENCES price_changes (shop_id, id);
ALTER TABLE price_change_rows ADD FOREIGN KEY (shop_id, subscription_id) REFERENCES subscriptions (shop_id, id);
-- A subscription has one change of its price at a time.
CREATE UNIQUE INDEX price_change_rows_open ON price_change_rows (shop_id, subscription_id)
  WHERE state IN ('waiting', 'told', 'writing', 'written');
CREATE INDEX price_change_rows_to_do ON price_change_rows (shop_id, price_change_id, pass, subscription_id)
  WHERE state IN ('waiting', 'told', 'writing', 'written');
CREATE INDEX price_change_rows_by_state ON price_change_rows (shop_id, price_change_id, state, subscription_id);
CREATE INDEX price_change_rows_by_subscription ON price_change_rows (shop_id, subscription_id);
