-- One change that a merchant makes to many subscriptions at once.
CREATE TABLE bulk_actions (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('pause', 'resume', 'skip', 'retry', 'cancel')),
  -- How long a pause lasts.
  days integer,
  -- Names the request: sent twice, it starts one action.
  source_key text NOT NULL,
  row_count integer NOT NULL,
  actor_kind text NOT NULL,
  actor_name text,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (shop_id, id),
  UNIQUE (shop_id, source_key),
  CHECK ((kind = 'pause') = (days IS NOT NULL))
);
SELECT distribute_by_shop('bulk_actions');
ALTER TABLE bulk_actions ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
CREATE INDEX bulk_actions_unfinished ON bulk_actions (shop_id, id) WHERE finished_at IS NULL;

CREATE TABLE bulk_action_rows (
  shop_id bigint NOT NULL,
  bulk_action_id bigint NOT NULL,
  subscription_id bigint NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'refused')),
  -- How often somebody has begun with it, and who works on it since when, in machine time.
  tries integer NOT NULL DEFAULT 0,
  claimed_at timestamptz,
  -- Written down before the subscription is changed, so that a repeat means the same charge or pause: the date of the
  -- charge to skip, the beginning of the pause, the attempt to repeat.
  meant_at timestamptz,
  meant_attempt_id bigint,
  is_planned boolean NOT NULL DEFAULT false,
  -- Why nothing was changed, or what a change came to.
  note text,
  ended_at timestamptz,
  PRIMARY KEY (shop_id, bulk_action_id, subscription_id),
  CHECK ((state IN ('done', 'refused')) = (ended_at IS NOT NULL))
);
SELECT distribute_by_shop('bulk_action_rows');
ALTER TABLE bulk_action_rows ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
ALTER TABLE bulk_action_rows ADD FOREIGN KEY (shop_id, bulk_action_id) REFERENCES bulk_actions (shop_id, id);
ALTER TABLE bulk_action_rows ADD FOREIGN KEY (shop_id, subscription_id) REFERENCES subscriptions (shop_id, id);
CREATE INDEX bulk_action_rows_open ON bulk_action_rows (shop_id, bulk_action_id, tries, subscription_id)
  WHERE state IN ('waiting', 'running');
CREATE INDEX bulk_action_rows_by_state ON bulk_action_rows (shop_id, bulk_action_id, state, subscription_id);

-- A list's filters and order under a name, for the whole staff.
CREATE TABLE saved_views (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  list text NOT NULL CHECK (list IN ('subscriptions', 'failed_payments')),
  name text NOT NULL,
  -- As in the list's address, without the page.
  query jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id),
  UNIQUE (shop_id, list, name)
);
SELECT distribute_by_shop('saved_views');
ALTER TABLE saved_views ADD FOREIGN KEY (shop_id) REFERENCES shops (id);

-- Merchants narrow their subscriptions by kind too, and the total of that is not counted either. Blank where a list has no kinds.
ALTER TABLE list_totals ADD COLUMN kind text NOT NULL DEFAULT '';
ALTER TABLE list_totals DROP CONSTRAINT list_totals_pkey;
ALTER TABLE list_totals ADD PRIMARY KEY (shop_id, list, plan_id, status, kind);
DELETE FROM list_totals WHERE list = 'subscriptions';
INSERT INTO list_totals (shop_id, list, plan_id, status, kind, total)
SELECT shop_id, 'subscriptions', coalesce(plan_id, 0), status, kind, count(*) FROM subscriptions GROUP BY 1, 3, 4, 5;

-- The orders of those lists, within what they are narrowed by most.
CREATE INDEX subscriptions_by_status_and_creation ON subscriptions (shop_id, status, platform_created_at, id);
CREATE INDEX subscriptions_by_kind ON subscriptions (shop_id, kind, status, platform_created_at, id);
CREATE INDEX subscriptions_by_plan_and_creation ON subscriptions (shop_id, plan_id, status, platform_created_at, id);
CREATE INDEX billing_cycles_past_due_by_class ON billing_cycles (shop_id, decline_class, past_due_since, subscription_id)
  WHERE state = 'past_due';
CREATE INDEX billing_cycles_next_step ON billing_cycles (shop_id, step_at, subscription_id) WHERE state = 'past_due';
