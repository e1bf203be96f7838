-- One ledger for credit and points.
--
-- What an account may spend is `available_minor`, and always equals what is left of its grants. A hold is
-- an entry of its own (status 1) whose amount has left the grants and waits in `held_minor`; capturing or
-- releasing it ends the hold entry (status 2 or 3) and never changes an amount. So at any moment
--   available = sum of the amounts of the entries with status 0 and 1 = sum of what is left of the grants
--   held      = minus the sum of the amounts of the entries with status 1.

ALTER TABLE credit_accounts RENAME COLUMN balance_minor TO available_minor;
ALTER TABLE credit_accounts
  ADD COLUMN held_minor   bigint NOT NULL DEFAULT 0 CHECK (held_minor >= 0),
  -- All that was ever given, and all that was ever spent on orders less what came back.
  ADD COLUMN issued_minor bigint NOT NULL DEFAULT 0,
  ADD COLUMN used_minor   bigint NOT NULL DEFAULT 0;

ALTER TABLE credit_entries
  DROP COLUMN balance_after_minor,
  -- 0 posted, 1 on hold, 2 hold that was captured (by an entry of its own), 3 hold that was released.
  ADD COLUMN status     smallint NOT NULL DEFAULT 0 CHECK (status BETWEEN 0 AND 3),
  ADD COLUMN settled_at timestamptz,
  -- What the one who moved the credit gave as the reason; null for what the product did by itself.
  ADD COLUMN reason     text,
  ADD COLUMN order_gid  text,
  ADD COLUMN order_name text,
  ADD COLUMN used_in    text,
  -- Names the one cause of an entry that must happen at most once, as a refund or a line of a file.
  ADD COLUMN source_key text,
  -- Who moved it.
  ADD COLUMN actor_kind text NOT NULL DEFAULT 'system'
    CHECK (actor_kind IN ('customer', 'merchant', 'api', 'system', 'platform')),
  ADD COLUMN actor_name text,
  ADD CHECK (type_code BETWEEN 1 AND 11),
  ADD CHECK ((status IN (2, 3)) = (settled_at IS NOT NULL));
CREATE UNIQUE INDEX credit_entries_once ON credit_entries (shop_id, source_key) WHERE source_key IS NOT NULL;
CREATE INDEX credit_entries_by_order ON credit_entries (shop_id, order_gid) WHERE order_gid IS NOT NULL;
CREATE INDEX credit_entries_by_time ON credit_entries (shop_id, created_at, id);

ALTER TABLE plans
  -- Credit given by this plan lasts so long; null for ever.
  ADD COLUMN credit_expiry_months     integer CHECK (credit_expiry_months > 0),
  ADD COLUMN credit_forfeit_on_cancel boolean NOT NULL DEFAULT false;

ALTER TABLE credit_grants
  ADD COLUMN plan_id bigint,
  ADD FOREIGN KEY (shop_id, plan_id) REFERENCES plans (shop_id, id);
CREATE INDEX credit_grants_to_expire ON credit_grants (shop_id, expires_at)
  WHERE remaining_minor > 0 AND expires_at IS NOT NULL;
CREATE INDEX credit_grants_by_entry ON credit_grants (shop_id, entry_id);

-- A customer is a store's already, and so is a grant's entry: to check the same again costs a large grant to
-- a whole plan more than writing its rows.
ALTER TABLE credit_accounts DROP CONSTRAINT credit_accounts_shop_id_fkey;
ALTER TABLE credit_entries DROP CONSTRAINT credit_entries_shop_id_fkey;
ALTER TABLE credit_grants DROP CONSTRAINT credit_grants_shop_id_fkey;
ALTER TABLE credit_grants DROP CONSTRAINT credit_grants_shop_id_customer_id_fkey;

-- How much of which grant an entry took.
CREATE TABLE credit_allocations (
  shop_id      bigint NOT NULL,
  entry_id     bigint NOT NULL,
  grant_id     bigint NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  PRIMARY KEY (shop_id, entry_id, grant_id),
  FOREIGN KEY (shop_id, entry_id) REFERENCES credit_entries (shop_id, id),
  FOREIGN KEY (shop_id, grant_id) REFERENCES credit_grants (shop_id, id)
);

-- Credit reserved by a checkout, and the single-use discount code that stands for it there.
CREATE TABLE credit_holds (
  shop_id         bigint NOT NULL REFERENCES shops (id),
  id              bigint GENERATED ALWAYS AS IDENTITY,
  customer_id     bigint NOT NULL,
  entry_id        bigint NOT NULL,
  amount_minor    bigint NOT NULL CHECK (amount_minor > 0),
  currency        text NOT NULL,
  state           text NOT NULL CHECK (state IN ('live', 'captured', 'released')),
  code            text NOT NULL,
  -- Null until the platform has answered that the code exists.
  discount_gid    text,
  captured_minor  bigint NOT NULL DEFAULT 0 CHECK (captured_minor >= 0),
  -- What an order took with the code after the credit had gone elsewhere: nobody owes it, the merchant sees it.
  shortfall_minor bigint NOT NULL DEFAULT 0 CHECK (shortfall_minor >= 0),
  order_gid       text,
  order_name      text,
  created_at      timestamptz NOT NULL,
  settled_at      timestamptz,
  PRIMARY KEY (shop_id, id),
  UNIQUE (shop_id, code),
  FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id),
  FOREIGN KEY (shop_id, entry_id) REFERENCES credit_entries (shop_id, id),
  CHECK ((state = 'live') = (settled_at IS NULL))
);
CREATE UNIQUE INDEX credit_holds_one_live ON credit_holds (shop_id, customer_id) WHERE state = 'live';
CREATE INDEX credit_holds_by_order ON credit_holds (shop_id, order_gid) WHERE order_gid IS NOT NULL;

-- Credit given to every live member of a plan. The cursor moves in the transaction of each part, so that
-- a run which breaks off goes on where it stopped and gives nobody anything twice.
CREATE TABLE credit_runs (
  shop_id            bigint NOT NULL REFERENCES shops (id),
  id                 bigint GENERATED ALWAYS AS IDENTITY,
  plan_id            bigint NOT NULL,
  -- What the run is for, once: a repeated request with the same key is the same run.
  source_key         text NOT NULL,
  unit               text NOT NULL CHECK (unit IN ('money', 'points')),
  type_code          smallint NOT NULL CHECK (type_code BETWEEN 1 AND 11),
  amount_minor       bigint NOT NULL CHECK (amount_minor > 0),
  message            text NOT NULL,
  reason             text,
  expires_at         timestamptz,
  actor_kind         text NOT NULL,
  actor_name         text,
  cursor_customer_id bigint NOT NULL DEFAULT 0,
  granted_count      integer NOT NULL DEFAULT 0,
  created_at         timestamptz NOT NULL,
  finished_at        timestamptz,
  PRIMARY KEY (shop_id, id),
  UNIQUE (shop_id, source_key),
  FOREIGN KEY (shop_id, plan_id) REFERENCES plans (shop_id, id)
);
CREATE INDEX subscriptions_by_plan ON subscriptions (shop_id, plan_id, customer_id) WHERE status <> 'cancelled';

-- The answer to a request that carried an idempotency key, written with its effect. Machine time.
CREATE TABLE idempotency_keys (
  shop_id    bigint NOT NULL REFERENCES shops (id),
  purpose    text NOT NULL,
  key        text NOT NULL,
  input_hash text NOT NULL,
  result     jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop_id, purpose, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Facts for other systems, written in the transaction of the change they tell of.
CREATE TABLE events (
  shop_id    bigint NOT NULL REFERENCES shops (id),
  id         bigint GENERATED ALWAYS AS IDENTITY,
  kind       text NOT NULL,
  data       jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id)
);

-- An entry is never rewritten. Two things may change: a hold ends, and an erasure empties its words.
CREATE FUNCTION credit_entries_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.shop_id, NEW.id, NEW.customer_id, NEW.unit, NEW.type_code, NEW.amount_minor, NEW.created_at)
       IS DISTINCT FROM
     (OLD.shop_id, OLD.id, OLD.customer_id, OLD.unit, OLD.type_code, OLD.amount_minor, OLD.created_at)
     OR (NEW.status <> OLD.status AND OLD.status <> 1) THEN
    RAISE EXCEPTION 'an entry of the credit ledger is never changed; post another one';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER credit_entries_stay BEFORE UPDATE ON credit_entries
  FOR EACH ROW EXECUTE FUNCTION credit_entries_stay();

-- One movement, as the functions below take it. `amount_minor` above zero gives, below zero takes.
CREATE TYPE credit_movement AS (
  customer_id     bigint,
  unit            text,
  amount_minor    bigint,
  type_code       smallint,
  message         text,
  reason          text,
  -- Of what is given: [{"amount_minor", "expires_at"}], together the amount. Null: one grant for ever.
  parts           jsonb,
  plan_id         bigint,
  -- Of what is taken: from this grant alone; as a hold.
  grant_id        bigint,
  on_hold         boolean,
  order_gid       text,
  order_name      text,
  used_in         text,
  source_key      text,
  idempotency_key text,
  input_hash      text,
  at              timestamptz,
  actor_kind      text,
  actor_name      text
);

-- One store's ledger is written by one transaction at a time. That is what makes an entry's id visible in
-- its order, so that a reader which pages by id misses none; and it spares every other lock.
CREATE FUNCTION lock_credit_ledger(p_shop bigint) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('credit ledger', p_shop));
$$;

CREATE FUNCTION write_credit_entry(p_shop bigint, m credit_movement, p_amount bigint)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_entry bigint;
  v_expires timestamptz;
  v_on_hold boolean := coalesce(m.on_hold, false);
  v_direction text := CASE WHEN p_amount > 0 THEN 'added' WHEN v_on_hold THEN 'held' ELSE 'deducted' END;
BEGIN
  IF m.parts IS NOT NULL THEN
    SELECT min((part ->> 'expires_at')::timestamptz) INTO v_expires FROM jsonb_array_elements(m.parts) part;
  END IF;
  INSERT INTO credit_entries (shop_id, customer_id, unit, type_code, status, amount_minor, message, reason,
    expires_at, order_gid, order_name, used_in, source_key, actor_kind, actor_name, created_at)
  VALUES (p_shop, m.customer_id, m.unit, m.type_code, CASE WHEN v_on_hold THEN 1 ELSE 0 END, p_amount,
    m.message, m.reason, v_expires, m.order_gid, m.order_name, m.used_in, m.source_key, m.actor_kind,
    m.actor_name, m.at)
  RETURNING id INTO v_entry;
  UPDATE credit_accounts
  SET available_minor = available_minor + p_amount,
      held_minor = held_minor - CASE WHEN v_on_hold THEN p_amount ELSE 0 END,
      -- What comes back from an order was issued before, and is no longer used.
      issued_minor = issued_minor + CASE WHEN p_amount > 0 AND m.type_code <> 3 THEN p_amount ELSE 0 END,
      used_minor = used_minor - CASE WHEN m.type_code IN (2, 3) AND NOT v_on_hold THEN p_amount ELSE 0 END,
      updated_at = m.at
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit;
  INSERT INTO activities (shop_id, customer_id, actor_kind, actor_name, kind, message, details, created_at)
  VALUES (p_shop, m.customer_id, m.actor_kind, m.actor_name,
    CASE m.unit WHEN 'money' THEN 'store_credit.' ELSE 'points.' END || v_direction, m.message,
    jsonb_build_object('entry_id', v_entry::text, 'amount_minor', p_amount, 'type_code', m.type_code), m.at);
  IF NOT v_on_hold THEN
    INSERT INTO events (shop_id, kind, data, created_at)
    VALUES (p_shop, CASE m.unit WHEN 'money' THEN 'store_credit.' || v_direction ELSE 'member.points_changed' END,
      jsonb_build_object('customer_id', m.customer_id::text, 'entry_id', v_entry::text), m.at);
  END IF;
  RETURN v_entry;
END $$;

CREATE FUNCTION open_credit_grants(p_shop bigint, m credit_movement, p_entry bigint)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_part record;
  v_grant bigint;
BEGIN
  IF m.parts IS NULL THEN
    INSERT INTO credit_grants (shop_id, customer_id, entry_id, unit, amount_minor, remaining_minor, plan_id, created_at)
    VALUES (p_shop, m.customer_id, p_entry, m.unit, m.amount_minor, m.amount_minor, m.plan_id, m.at)
    RETURNING id INTO v_grant;
    RETURN v_grant;
  END IF;
  FOR v_part IN
    SELECT (part ->> 'amount_minor')::bigint AS amount_minor, (part ->> 'expires_at')::timestamptz AS expires_at
    FROM jsonb_array_elements(m.parts) part
  LOOP
    INSERT INTO credit_grants (shop_id, customer_id, entry_id, unit, amount_minor, remaining_minor, expires_at,
      plan_id, created_at)
    VALUES (p_shop, m.customer_id, p_entry, m.unit, v_part.amount_minor, v_part.amount_minor,
      v_part.expires_at, m.plan_id, m.at)
    RETURNING id INTO v_grant;
    IF v_part.expires_at IS NOT NULL THEN
      PERFORM plan_credit_expiry(p_shop, v_part.expires_at);
    END IF;
  END LOOP;
  RETURN v_grant;
END $$;

-- The due task that will expire what is left by then, and the job that runs it. One for each instant, however
-- many grants end there.
CREATE FUNCTION plan_credit_expiry(p_shop bigint, p_expires timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_key text := extract(epoch FROM p_expires)::text;
BEGIN
  INSERT INTO due_tasks (shop_id, kind, key, payload, due_at)
  SELECT p_shop, 'expire-credit', v_key, '{}', p_expires
  WHERE p_expires IS NOT NULL
  ON CONFLICT (shop_id, kind, key) WHERE done_at IS NULL DO NOTHING;
  IF FOUND THEN
    PERFORM graphile_worker.add_job('run-due-tasks', payload := json_build_object('shopId', p_shop::text),
      run_at := p_expires - clock_offset_ms * interval '1 millisecond', max_attempts := 25,
      job_key := 'run-due-tasks/' || p_shop || '/expire-credit:' || v_key, job_key_mode := 'replace')
    FROM shops WHERE id = p_shop;
  END IF;
END $$;

-- Takes an amount out of an account's grants, soonest-expiring first, and keeps which gave how much.
CREATE FUNCTION draw_from_credit_grants(p_shop bigint, m credit_movement, p_entry bigint, p_amount bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_left bigint := p_amount;
  v_grant record;
  v_part bigint;
BEGIN
  FOR v_grant IN
    SELECT id, remaining_minor FROM credit_grants
    WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit AND remaining_minor > 0
      AND (m.grant_id IS NULL OR id = m.grant_id)
    ORDER BY expires_at, id
  LOOP
    v_part := least(v_left, v_grant.remaining_minor);
    UPDATE credit_grants SET remaining_minor = remaining_minor - v_part WHERE shop_id = p_shop AND id = v_grant.id;
    INSERT INTO credit_allocations (shop_id, entry_id, grant_id, amount_minor)
    VALUES (p_shop, p_entry, v_grant.id, v_part);
    v_left := v_left - v_part;
    EXIT WHEN v_left = 0;
  END LOOP;
  ASSERT v_left = 0, 'an account''s grants hold less than it may spend';
END $$;

-- Ends the grants of an account whose time is over. The caller holds the ledger's lock.
CREATE FUNCTION expire_credit_account(p_shop bigint, p_customer bigint, p_unit text, p_at timestamptz)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_count integer := 0;
  v_grant record;
  m credit_movement;
  v_entry bigint;
BEGIN
  FOR v_grant IN
    SELECT id, remaining_minor, expires_at FROM credit_grants
    WHERE shop_id = p_shop AND customer_id = p_customer AND unit = p_unit AND remaining_minor > 0
      AND expires_at <= p_at
    ORDER BY expires_at, id
  LOOP
    m.customer_id := p_customer;
    m.unit := p_unit;
    m.type_code := 7;
    m.grant_id := v_grant.id;
    m.message := CASE p_unit WHEN 'money' THEN 'Credit' ELSE 'Points' END || ' expired unused';
    -- When it did, however much later this runs, unless it came back after that from a hold.
    SELECT greatest(v_grant.expires_at, updated_at) INTO m.at FROM credit_accounts
    WHERE shop_id = p_shop AND customer_id = p_customer AND unit = p_unit;
    m.actor_kind := 'system';
    v_entry := write_credit_entry(p_shop, m, -v_grant.remaining_minor);
    PERFORM draw_from_credit_grants(p_shop, m, v_entry, v_grant.remaining_minor);
    v_count := v_count + 1;
  END LOOP;
  RETURN v_count;
END $$;

-- The same for a reader who found something overdue.
CREATE FUNCTION expire_overdue_credit(p_shop bigint, p_customer bigint, p_unit text, p_at timestamptz)
RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off AS $$
BEGIN
  PERFORM lock_credit_ledger(p_shop);
  RETURN expire_credit_account(p_shop, p_customer, p_unit, p_at);
END $$;

-- What an account holds, as the answer to a movement tells it.
CREATE FUNCTION read_credit_account(p_shop bigint, p_customer bigint, p_unit text)
RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('available_minor', a.available_minor, 'held_minor', a.held_minor,
    'issued_minor', a.issued_minor, 'used_minor', a.used_minor, 'updated_at', a.updated_at,
    'next_expiry', (
      SELECT jsonb_build_object('amount_minor', sum(g.remaining_minor), 'expires_at', g.expires_at)
      FROM credit_grants g
      WHERE g.shop_id = p_shop AND g.customer_id = p_customer AND g.unit = p_unit AND g.remaining_minor > 0
        AND g.expires_at IS NOT NULL
      GROUP BY g.expires_at ORDER BY g.expires_at LIMIT 1))
  FROM credit_accounts a
  WHERE a.shop_id = p_shop AND a.customer_id = p_customer AND a.unit = p_unit;
$$;

-- Posts one movement. The caller holds the ledger's lock. Answers {"outcome", …}:
--   posted    with what moved and the account after it
--   repeated  a movement with this source_key was posted before; nothing moved
--   nothing   there was nothing to take
--   too_much  the account would hold more than can be counted exactly
CREATE FUNCTION post_one_credit_movement(p_shop bigint, m credit_movement) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_amount bigint := m.amount_minor;
  v_available bigint;
  v_entry bigint;
  v_grant bigint;
BEGIN
  IF m.source_key IS NOT NULL AND EXISTS (
    SELECT 1 FROM credit_entries WHERE shop_id = p_shop AND source_key = m.source_key) THEN
    RETURN jsonb_build_object('outcome', 'repeated');
  END IF;
  PERFORM expire_credit_account(p_shop, m.customer_id, m.unit, m.at);
  SELECT available_minor INTO v_available FROM credit_accounts
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit;
  IF NOT FOUND THEN
    -- Nobody else can be making it: the ledger is locked.
    INSERT INTO credit_accounts (shop_id, customer_id, unit, updated_at)
    VALUES (p_shop, m.customer_id, m.unit, m.at);
    v_available := 0;
  END IF;
  IF v_amount < 0 THEN
    IF m.grant_id IS NOT NULL THEN
      SELECT remaining_minor INTO v_available FROM credit_grants WHERE shop_id = p_shop AND id = m.grant_id;
    END IF;
    v_amount := -least(-v_amount, v_available);
    IF v_amount = 0 THEN
      RETURN jsonb_build_object('outcome', 'nothing');
    END IF;
  ELSIF v_available + v_amount > 9007199254740991 THEN
    RETURN jsonb_build_object('outcome', 'too_much');
  END IF;
  v_entry := write_credit_entry(p_shop, m, v_amount);
  IF v_amount > 0 THEN
    v_grant := open_credit_grants(p_shop, m, v_entry);
  ELSE
    PERFORM draw_from_credit_grants(p_shop, m, v_entry, -v_amount);
  END IF;
  RETURN jsonb_build_object('outcome', 'posted', 'entry_id', v_entry::text, 'grant_id', v_grant::text,
    'amount_minor', v_amount, 'at', m.at,
    'account', read_credit_account(p_shop, m.customer_id, m.unit));
END $$;

-- The functions from here on are the ledger's doors. They plan with `enable_seqscan = off`, for themselves and
-- what they call: a plan that was made while the tables were small would otherwise read them from end to end
-- until statistics are next taken.

-- Posts movements one after another, each whole or not at all, and answers one result for each. With an
-- idempotency key that was used within a day the earlier result comes back (`replayed`), or `conflict`
-- when it was used for something else.
CREATE FUNCTION post_credit(p_shop bigint, p_movements jsonb) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  m credit_movement;
  v_known record;
  v_result jsonb;
  v_results jsonb[] := '{}';
BEGIN
  PERFORM lock_credit_ledger(p_shop);
  FOR m IN SELECT * FROM jsonb_populate_recordset(NULL::credit_movement, p_movements) LOOP
    v_result := NULL;
    IF m.idempotency_key IS NOT NULL THEN
      SELECT input_hash, result INTO v_known FROM idempotency_keys
      WHERE shop_id = p_shop AND purpose = 'store-credit' AND key = m.idempotency_key
        AND created_at > now() - interval '24 hours';
      IF FOUND THEN
        v_result := CASE WHEN v_known.input_hash = m.input_hash
          THEN v_known.result || '{"outcome": "replayed"}' ELSE '{"outcome": "conflict"}' END;
      END IF;
    END IF;
    IF v_result IS NULL THEN
      v_result := post_one_credit_movement(p_shop, m);
      IF m.idempotency_key IS NOT NULL AND v_result ->> 'outcome' = 'posted' THEN
        INSERT INTO idempotency_keys (shop_id, purpose, key, input_hash, result)
        VALUES (p_shop, 'store-credit', m.idempotency_key, m.input_hash, v_result)
        ON CONFLICT (shop_id, purpose, key) DO UPDATE
        SET input_hash = excluded.input_hash, result = excluded.result, created_at = now();
      END IF;
    END IF;
    v_results := v_results || v_result;
  END LOOP;
  RETURN to_jsonb(v_results);
END $$;

-- Ends a hold: what was used of it becomes a redemption, soonest-expiring grants first, and the rest goes
-- back to the grants it came from. Answers what was used, and null when the hold had ended before.
CREATE FUNCTION settle_credit_hold(p_shop bigint, p_entry bigint, p_used bigint, p_redemption jsonb)
RETURNS bigint LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  m credit_movement := jsonb_populate_record(NULL::credit_movement, p_redemption);
  v_hold credit_entries;
  v_used bigint;
  v_left bigint;
  v_part record;
  v_entry bigint;
BEGIN
  PERFORM lock_credit_ledger(p_shop);
  SELECT * INTO STRICT v_hold FROM credit_entries WHERE shop_id = p_shop AND id = p_entry;
  IF v_hold.status <> 1 THEN
    RETURN NULL;
  END IF;
  v_used := least(p_used, -v_hold.amount_minor);
  v_left := v_used;
  UPDATE credit_entries SET status = CASE WHEN v_used > 0 THEN 2 ELSE 3 END, settled_at = m.at
  WHERE shop_id = p_shop AND id = p_entry;
  UPDATE credit_accounts
  SET available_minor = available_minor - v_hold.amount_minor, held_minor = held_minor + v_hold.amount_minor,
      updated_at = m.at
  WHERE shop_id = p_shop AND customer_id = v_hold.customer_id AND unit = v_hold.unit;
  m.customer_id := v_hold.customer_id;
  m.unit := v_hold.unit;
  IF v_used > 0 THEN
    v_entry := write_credit_entry(p_shop, m, -v_used);
  ELSE
    INSERT INTO activities (shop_id, customer_id, actor_kind, actor_name, kind, message, details, created_at)
    VALUES (p_shop, m.customer_id, m.actor_kind, m.actor_name, 'store_credit.released', m.message,
      jsonb_build_object('entry_id', p_entry::text, 'amount_minor', -v_hold.amount_minor), m.at);
  END IF;
  FOR v_part IN
    SELECT a.grant_id, a.amount_minor, g.expires_at
    FROM credit_allocations a JOIN credit_grants g ON g.shop_id = a.shop_id AND g.id = a.grant_id
    WHERE a.shop_id = p_shop AND a.entry_id = p_entry
    ORDER BY g.expires_at, g.id
  LOOP
    IF v_left > 0 THEN
      INSERT INTO credit_allocations (shop_id, entry_id, grant_id, amount_minor)
      VALUES (p_shop, v_entry, v_part.grant_id, least(v_left, v_part.amount_minor));
    END IF;
    UPDATE credit_grants SET remaining_minor = remaining_minor + greatest(0, v_part.amount_minor - v_left)
    WHERE shop_id = p_shop AND id = v_part.grant_id;
    v_left := greatest(0, v_left - v_part.amount_minor);
  END LOOP;
  -- What comes back may have outlived its time while it was held.
  PERFORM expire_credit_account(p_shop, v_hold.customer_id, v_hold.unit, m.at);
  RETURN v_used;
END $$;

-- Expires what is over in up to p_accounts accounts of a store. Answers how many accounts that were.
CREATE FUNCTION expire_credit(p_shop bigint, p_at timestamptz, p_accounts integer)
RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  v_account record;
  v_count integer := 0;
BEGIN
  PERFORM lock_credit_ledger(p_shop);
  FOR v_account IN
    SELECT DISTINCT customer_id, unit FROM (
      SELECT customer_id, unit FROM credit_grants
      WHERE shop_id = p_shop AND remaining_minor > 0 AND expires_at <= p_at
      LIMIT p_accounts) due
  LOOP
    PERFORM expire_credit_account(p_shop, v_account.customer_id, v_account.unit, p_at);
    v_count := v_count + 1;
  END LOOP;
  RETURN v_count;
END $$;

-- Gives the next members of a run their credit: one part of the run, whole or not at all. Members are the
-- customers with an active subscription to the plan, each once. Answers how many were given credit. One event
-- tells of all entries of a part, and one activity line of the run.
CREATE FUNCTION grant_credit_run(p_shop bigint, p_run bigint, p_customers integer, p_at timestamptz)
RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  v_run credit_runs;
  v_count integer;
  v_last bigint;
  v_first_entry bigint;
  v_last_entry bigint;
BEGIN
  SELECT * INTO STRICT v_run FROM credit_runs WHERE shop_id = p_shop AND id = p_run FOR UPDATE;
  IF v_run.finished_at IS NOT NULL THEN
    RETURN 0;
  END IF;
  PERFORM lock_credit_ledger(p_shop);
  PERFORM plan_credit_expiry(p_shop, v_run.expires_at);
  WITH members AS MATERIALIZED (
    SELECT DISTINCT customer_id FROM subscriptions
    WHERE shop_id = p_shop AND plan_id = v_run.plan_id AND status = 'active'
      AND customer_id > v_run.cursor_customer_id
    ORDER BY customer_id LIMIT p_customers
  ), entries AS (
    INSERT INTO credit_entries (shop_id, customer_id, unit, type_code, amount_minor, message, reason, expires_at,
      actor_kind, actor_name, created_at)
    SELECT p_shop, customer_id, v_run.unit, v_run.type_code, v_run.amount_minor, v_run.message, v_run.reason,
      v_run.expires_at, v_run.actor_kind, v_run.actor_name, p_at FROM members
    RETURNING id, customer_id
  ), grants AS (
    INSERT INTO credit_grants (shop_id, customer_id, entry_id, unit, amount_minor, remaining_minor, expires_at,
      plan_id, created_at)
    SELECT p_shop, customer_id, id, v_run.unit, v_run.amount_minor, v_run.amount_minor, v_run.expires_at,
      v_run.plan_id, p_at FROM entries
  ), accounts AS (
    INSERT INTO credit_accounts AS a (shop_id, customer_id, unit, available_minor, issued_minor, updated_at)
    SELECT p_shop, customer_id, v_run.unit, v_run.amount_minor, v_run.amount_minor, p_at FROM entries
    ON CONFLICT (shop_id, customer_id, unit) DO UPDATE
    SET available_minor = a.available_minor + excluded.available_minor,
        issued_minor = a.issued_minor + excluded.issued_minor, updated_at = excluded.updated_at
  )
  SELECT count(*), max(customer_id), min(id), max(id) INTO v_count, v_last, v_first_entry, v_last_entry FROM entries;
  UPDATE credit_runs
  SET cursor_customer_id = coalesce(v_last, cursor_customer_id), granted_count = granted_count + v_count,
      finished_at = CASE WHEN v_count < p_customers THEN p_at END
  WHERE shop_id = p_shop AND id = p_run
  RETURNING * INTO v_run;
  IF v_count > 0 THEN
    INSERT INTO events (shop_id, kind, data, created_at)
    VALUES (p_shop, CASE v_run.unit WHEN 'money' THEN 'store_credit.added' ELSE 'member.points_changed' END,
      jsonb_build_object('from_entry_id', v_first_entry::text, 'to_entry_id', v_last_entry::text), p_at);
  END IF;
  IF v_run.finished_at IS NOT NULL THEN
    INSERT INTO activities (shop_id, actor_kind, actor_name, kind, message, details, created_at)
    VALUES (p_shop, v_run.actor_kind, v_run.actor_name, 'store_credit.granted_to_plan', v_run.message,
      jsonb_build_object('run_id', p_run::text, 'plan_id', v_run.plan_id::text, 'members', v_run.granted_count,
        'amount_minor', v_run.amount_minor), p_at);
  END IF;
  RETURN v_count;
END $$;
