-- Points that wait for the end of the return window, and points that are owed because what gave them was refunded
-- after they were spent.
ALTER TABLE credit_accounts
  ADD COLUMN pending_minor bigint NOT NULL DEFAULT 0 CHECK (pending_minor >= 0),
  ADD COLUMN owed_minor bigint NOT NULL DEFAULT 0 CHECK (owed_minor >= 0);
ALTER TYPE credit_movement ADD ATTRIBUTE is_pending boolean;
ALTER TYPE credit_movement ADD ATTRIBUTE may_owe boolean;

-- An entry is never rewritten. Three things may change: a hold or what is pending ends, what is pending goes with a
-- customer who is merged, and an erasure empties its words.
CREATE OR REPLACE FUNCTION credit_entries_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.shop_id, NEW.id, NEW.unit, NEW.type_code, NEW.amount_minor, NEW.created_at)
       IS DISTINCT FROM
     (OLD.shop_id, OLD.id, OLD.unit, OLD.type_code, OLD.amount_minor, OLD.created_at)
     OR (NEW.customer_id <> OLD.customer_id AND OLD.status <> 1)
     OR (NEW.status <> OLD.status AND OLD.status <> 1) THEN
    RAISE EXCEPTION 'an entry of the credit ledger is never changed; post another one';
  END IF;
  RETURN NEW;
END $$;

-- The merchant's rules. A change is another version: what a fact earned goes by the version of its time.
CREATE TABLE loyalty_rules (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  type text NOT NULL,
  -- 1 active, 0 inactive, 2 draft, 3 archived.
  status smallint NOT NULL CHECK (status IN (0, 1, 2, 3)),
  name text NOT NULL,
  description text NOT NULL,
  version integer NOT NULL,
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id)
);
SELECT distribute_by_shop('loyalty_rules');
ALTER TABLE loyalty_rules ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
CREATE INDEX loyalty_rules_by_status ON loyalty_rules (shop_id, status, position, id);

CREATE TABLE loyalty_rule_versions (
  shop_id bigint NOT NULL,
  rule_id bigint NOT NULL,
  version integer NOT NULL,
  -- Facts count by this version from then on; of the first one, from the rule's first day.
  since timestamptz NOT NULL,
  is_active boolean NOT NULL,
  settings jsonb NOT NULL,
  -- Whose facts count, and of which products.
  conditions jsonb NOT NULL,
  reward jsonb NOT NULL,
  limits jsonb NOT NULL,
  start_date date NOT NULL,
  -- The last day; null for ever.
  end_date date,
  PRIMARY KEY (shop_id, rule_id, version)
);
SELECT distribute_by_shop('loyalty_rule_versions');
ALTER TABLE loyalty_rule_versions
  ADD FOREIGN KEY (shop_id, rule_id) REFERENCES loyalty_rules (shop_id, id);

-- What customers did that is no order: signed up, agreed to mails, acted elsewhere. Each once, whoever tells it.
CREATE TABLE loyalty_facts (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  customer_id bigint NOT NULL,
  kind text NOT NULL,
  -- Tells the fact from the customer's others of its kind.
  key text NOT NULL,
  happened_at timestamptz NOT NULL,
  data jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (shop_id, id)
);
SELECT distribute_by_shop('loyalty_facts');
ALTER TABLE loyalty_facts ADD FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id);
CREATE UNIQUE INDEX loyalty_facts_once ON loyalty_facts (shop_id, customer_id, kind, key);

-- What a rule has given a customer for one completion. One row a completion, whatever was given, taken back or
-- given again for it.
CREATE TABLE loyalty_rewards (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  customer_id bigint NOT NULL,
  rule_id bigint NOT NULL,
  rule_version integer NOT NULL,
  -- Tells the completion from the customer's others of this rule.
  completion text NOT NULL,
  completed_at timestamptz NOT NULL,
  -- What it gives, as the rule's version says it, and how much of it is given now: points, minor units, or 1.
  reward jsonb NOT NULL,
  given bigint NOT NULL DEFAULT 0,
  -- How many movements were posted for it: each has a number of its own.
  movements integer NOT NULL DEFAULT 0,
  -- When its points can be spent; null when they can, or when it gives none.
  pending_until timestamptz,
  order_id bigint,
  -- It stays, whatever its facts say now: its customer was erased, and the facts with them.
  is_kept boolean NOT NULL DEFAULT false,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id)
);
SELECT distribute_by_shop('loyalty_rewards');
ALTER TABLE loyalty_rewards
  ADD FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id),
  ADD FOREIGN KEY (shop_id, rule_id) REFERENCES loyalty_rules (shop_id, id),
  ADD FOREIGN KEY (shop_id, order_id) REFERENCES orders (shop_id, id);
CREATE UNIQUE INDEX loyalty_rewards_once ON loyalty_rewards (shop_id, customer_id, rule_id, completion);
CREATE INDEX loyalty_rewards_by_rule ON loyalty_rewards (shop_id, rule_id, id);
CREATE INDEX loyalty_rewards_by_order ON loyalty_rewards (shop_id, order_id);
CREATE INDEX loyalty_rewards_pending ON loyalty_rewards (shop_id, pending_until) WHERE pending_until IS NOT NULL;

-- Where a customer stands with each rule, as it was counted last: what the storefront shows without counting again.
CREATE TABLE loyalty_progress (
  shop_id bigint NOT NULL,
  customer_id bigint NOT NULL,
  rule_id bigint NOT NULL,
  current bigint NOT NULL,
  required bigint NOT NULL,
  PRIMARY KEY (shop_id, customer_id, rule_id)
);
SELECT distribute_by_shop('loyalty_progress');
ALTER TABLE loyalty_progress
  ADD FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id),
  ADD FOREIGN KEY (shop_id, rule_id) REFERENCES loyalty_rules (shop_id, id);
CREATE INDEX loyalty_progress_by_rule ON loyalty_progress (shop_id, rule_id);

-- Discount codes that rewards gave.
CREATE TABLE loyalty_coupons (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  customer_id bigint NOT NULL,
  reward_id bigint NOT NULL,
  -- How many of this reward's coupons came before it.
  number integer NOT NULL,
  type text NOT NULL,
  -- What it gives, as the rule said then.
  reward jsonb NOT NULL,
  rule_name text NOT NULL,
  code text NOT NULL,
  -- Null until the platform has made it.
  discount_gid text,
  -- 1 active, 2 used, 3 expired, 0 disabled.
  status smallint NOT NULL CHECK (status IN (0, 1, 2, 3)),
  usage_count integer NOT NULL DEFAULT 0,
  expires_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id)
);
SELECT distribute_by_shop('loyalty_coupons');
ALTER TABLE loyalty_coupons
  ADD FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id),
  ADD FOREIGN KEY (shop_id, reward_id) REFERENCES loyalty_rewards (shop_id, id);
CREATE UNIQUE INDEX loyalty_coupons_once ON loyalty_coupons (shop_id, reward_id, number);
CREATE UNIQUE INDEX loyalty_coupons_by_code ON loyalty_coupons (shop_id, upper(code));
CREATE INDEX loyalty_coupons_by_customer ON loyalty_coupons (shop_id, customer_id, id);

CREATE TABLE loyalty_settings (
  shop_id bigint PRIMARY KEY,
  -- Points from an order wait so many days.
  return_days integer NOT NULL DEFAULT 14 CHECK (return_days BETWEEN 0 AND 365),
  -- Points expire so many months after they could be spent; null never.
  expiry_months integer CHECK (expiry_months BETWEEN 1 AND 120),
  updated_at timestamptz NOT NULL
);
SELECT distribute_by_shop('loyalty_settings');
ALTER TABLE loyalty_settings ADD FOREIGN KEY (shop_id) REFERENCES shops (id);

-- Functions: generated from prisma/functions by `npm run generate:functions`.

DROP FUNCTION credit_entries_stay();

-- The result of each movement of a set that has been written: the account as it was after that movement.
CREATE OR REPLACE FUNCTION describe_credit_set(p_shop bigint, p_movements credit_movement[], p_entry bigint,
  p_grant bigint)
RETURNS jsonb[] LANGUAGE plpgsql AS $$
DECLARE
  v_results jsonb[];
BEGIN
  SELECT array_agg(jsonb_build_object('outcome', 'posted', 'entry_id', (p_entry + told.ordinality)::text,
    'grant_id', CASE WHEN told.amount_minor > 0 THEN (p_grant + told.grants)::text END,
    'amount_minor', told.amount_minor, 'at', told.at,
    'account', jsonb_build_object('available_minor', told.available_minor, 'held_minor', told.held_minor,
      'issued_minor', told.issued_minor, 'used_minor', told.used_minor, 'pending_minor', told.pending_minor,
      'owed_minor', told.owed_minor, 'updated_at', told.at,
      'next_expiry', next.expiry))
    ORDER BY told.ordinality) INTO v_results
  FROM (
    SELECT m.ordinality, m.customer_id, m.unit, m.amount_minor, m.at, a.held_minor,
      a.pending_minor, a.owed_minor,
      a.available_minor - coalesce(sum(m.amount_minor) OVER later, 0) AS available_minor,
      a.issued_minor - coalesce(sum(m.amount_minor) FILTER (WHERE m.counts_as = 'issued') OVER later, 0)
        AS issued_minor,
      a.used_minor + coalesce(sum(m.amount_minor) FILTER (WHERE m.counts_as = 'used') OVER later, 0) AS used_minor,
      sum(CASE WHEN m.amount_minor > 0 THEN cardinality(m.grant_amounts) ELSE 0 END)
        OVER (ORDER BY m.ordinality) AS grants
    FROM unnest(p_movements) WITH ORDINALITY m
    CROSS JOIN LATERAL (
      SELECT * FROM credit_accounts
      WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit LIMIT 1) a
    WINDOW later AS (PARTITION BY m.customer_id, m.unit ORDER BY m.ordinality
      ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)) told
  LEFT JOIN LATERAL (
    SELECT jsonb_build_object('amount_minor', sum(g.remaining_minor), 'expires_at', g.expires_at) AS expiry
    FROM credit_grants g
    WHERE g.shop_id = p_shop AND g.customer_id = told.customer_id AND g.unit = told.unit AND g.remaining_minor > 0
      AND g.expires_at IS NOT NULL
    GROUP BY g.expires_at ORDER BY g.expires_at LIMIT 1) next ON true;
  RETURN v_results;
END $$;

-- The places of the movements that can be posted as a set. An account's movements are plain when nothing has expired
-- on it, nothing is owed, no key of theirs was used before, and they take no more than there is, from the fifty grants that expire
-- soonest. Several movements of one account are plain when all of them give credit that never expires: then the
-- account after each of them follows from the sums alone. Of a customer all accounts are plain or none.
CREATE OR REPLACE FUNCTION find_plain_credit(p_shop bigint, p_movements credit_movement[], p_codes jsonb)
RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
  v_places integer[];
BEGIN
  WITH movement AS (
    SELECT m.ordinality AS place, m.customer_id, m.unit, m.amount_minor, m.at,
           (SELECT min(expires_at) FROM unnest(m.grant_expiries) expires_at) AS first_expiry,
           coalesce(m.on_hold, false) OR coalesce(m.is_pending, false) OR coalesce(m.may_owe, false)
             OR m.grant_id IS NOT NULL
             OR (m.source_key IS NOT NULL AND (
               count(*) OVER (PARTITION BY m.source_key) > 1
               OR (SELECT e.id FROM credit_entries e
                   WHERE e.shop_id = p_shop AND e.source_key = m.source_key LIMIT 1) IS NOT NULL))
             OR (m.idempotency_key IS NOT NULL AND (
               count(*) OVER (PARTITION BY m.idempotency_key) > 1
               OR (SELECT k.key FROM idempotency_keys k
                   WHERE k.shop_id = p_shop AND k.purpose = p_codes ->> 'idempotency_purpose'
                     AND k.key = m.idempotency_key LIMIT 1) IS NOT NULL)) AS is_special
    FROM unnest(p_movements) WITH ORDINALITY m
  ), account AS (
    SELECT customer_id, unit, count(*) AS movements, sum(amount_minor) AS amount_minor, max(at) AS at,
           min(first_expiry) AS first_expiry, bool_or(amount_minor <= 0) AS takes, bool_or(is_special) AS is_special
    FROM movement GROUP BY customer_id, unit
  ), customer AS (
    SELECT a.customer_id
    FROM account a
    GROUP BY a.customer_id
    HAVING bool_and(NOT a.is_special
      AND (a.unit = 'money' OR coalesce((
        SELECT s.owed_minor FROM credit_accounts s
        WHERE s.shop_id = p_shop AND s.customer_id = a.customer_id AND s.unit = a.unit), 0) = 0)
      AND (a.movements = 1 OR (NOT a.takes AND a.first_expiry IS NULL))
      AND (a.first_expiry IS NULL OR a.first_expiry > a.at)
      AND (SELECT g.id FROM credit_grants g
           WHERE g.shop_id = p_shop AND g.customer_id = a.customer_id AND g.unit = a.unit AND g.remaining_minor > 0
             AND g.expires_at <= a.at LIMIT 1) IS NULL
      AND CASE
        WHEN a.takes THEN a.amount_minor < 0 AND -a.amount_minor <= coalesce((
          SELECT sum(soonest.remaining_minor) FROM (
            SELECT g.remaining_minor FROM credit_grants g
            WHERE g.shop_id = p_shop AND g.customer_id = a.customer_id AND g.unit = a.unit AND g.remaining_minor > 0
            ORDER BY g.expires_at, g.id LIMIT 50) soonest), 0)
        ELSE a.amount_minor + coalesce((
          SELECT s.available_minor FROM credit_accounts s
          WHERE s.shop_id = p_shop AND s.customer_id = a.customer_id AND s.unit = a.unit), 0) <= 9007199254740991 END)
  )
  SELECT coalesce(array_agg(m.place::integer ORDER BY m.place), '{}') INTO v_places
  FROM movement m JOIN customer c ON c.customer_id = m.customer_id;
  RETURN v_places;
END $$;

-- Moves all credit of a customer who was merged to the one that stays: of each account what can be spent and what is
-- held, as one entry on each side for each plan that gave it, in grants that end when the old ones did. Holds go on under
-- their codes; of two for a checkout the one of the customer who stays does, and the other is released. Nothing of the
-- old entries changes, and nothing is made or lost. Then the customer is marked as merged, so that whatever is posted
-- for them from now on goes to the one that stays. Repeating it moves nothing. Answers the money that moved.
-- p_movements: {"money": {"out", "in", "held"}, "points": {…}}; p_release: the kind of the task that releases a hold.
CREATE OR REPLACE FUNCTION merge_credit(p_shop bigint, p_gone bigint, p_kept bigint, p_at timestamptz,
  p_movements jsonb, p_release text, p_codes jsonb)
RETURNS bigint LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  m credit_movement;
  v_unit text;
  v_gone credit_accounts;
  v_entry record;
  v_plan record;
  v_hold credit_holds;
  v_grants bigint[];
  v_amounts bigint[];
  v_expiries timestamptz[];
  v_out bigint;
  v_in bigint;
  v_last bigint;
  v_moved bigint := 0;
BEGIN
  PERFORM 1 FROM credit_holds WHERE shop_id = p_shop AND customer_id = p_gone ORDER BY id FOR UPDATE;
  PERFORM lock_shop_writes(p_shop);
  FOR v_unit IN SELECT unit FROM credit_accounts WHERE shop_id = p_shop AND customer_id = p_gone ORDER BY unit LOOP
    PERFORM expire_credit_account(p_shop, p_gone, v_unit, p_at, p_codes);
    INSERT INTO credit_accounts (shop_id, customer_id, unit, updated_at) VALUES (p_shop, p_kept, v_unit, p_at)
    ON CONFLICT DO NOTHING;
    -- What is held goes back to its grants first, also where they have ended meanwhile, and is held again below.
    FOR v_entry IN
      SELECT id, amount_minor FROM credit_entries
      WHERE shop_id = p_shop AND customer_id = p_gone AND unit = v_unit AND unit = 'money' AND status = 1 ORDER BY id
    LOOP
      UPDATE credit_grants g SET remaining_minor = g.remaining_minor + a.amount_minor
      FROM credit_allocations a
      WHERE g.shop_id = p_shop AND a.shop_id = p_shop AND a.entry_id = v_entry.id AND g.id = a.grant_id;
      UPDATE credit_entries SET status = 3, settled_at = p_at WHERE shop_id = p_shop AND id = v_entry.id;
      UPDATE credit_accounts
      SET available_minor = available_minor - v_entry.amount_minor, held_minor = held_minor + v_entry.amount_minor,
          entry_count = entry_count - 1
      WHERE shop_id = p_shop AND customer_id = p_gone AND unit = v_unit;
    END LOOP;
    FOR v_plan IN
      SELECT plan_id, sum(remaining_minor)::bigint AS amount FROM credit_grants
      WHERE shop_id = p_shop AND customer_id = p_gone AND unit = v_unit AND remaining_minor > 0
      GROUP BY plan_id ORDER BY plan_id NULLS FIRST
    LOOP
      SELECT array_agg(id ORDER BY expires_at, id), array_agg(remaining_minor ORDER BY expires_at, id),
        array_agg(expires_at ORDER BY expires_at, id)
      INTO v_grants, v_amounts, v_expiries FROM credit_grants
      WHERE shop_id = p_shop AND customer_id = p_gone AND unit = v_unit AND remaining_minor > 0
        AND plan_id IS NOT DISTINCT FROM v_plan.plan_id;
      m := jsonb_populate_record(NULL::credit_movement, p_movements -> v_unit -> 'out');
      m.customer_id := p_gone;
      v_out := write_credit_entry(p_shop, m, -v_plan.amount);
      m := jsonb_populate_record(NULL::credit_movement, p_movements -> v_unit -> 'in');
      m.customer_id := p_kept;
      m.plan_id := v_plan.plan_id;
      m.grant_amounts := v_amounts;
      m.grant_expiries := v_expiries;
      v_in := write_credit_entry(p_shop, m, v_plan.amount);
      v_last := open_credit_grants(p_shop, m, v_in);
      INSERT INTO credit_allocations (shop_id, entry_id, grant_id, amount_minor)
      SELECT p_shop, v_out, part.id, part.amount FROM unnest(v_grants, v_amounts) part (id, amount);
      INSERT INTO credit_grant_moves (shop_id, grant_id, entry_id, moved_to_id)
      SELECT p_shop, g.id, g.entry_id, v_last - cardinality(v_grants) + part.place
      FROM unnest(v_grants) WITH ORDINALITY part (id, place)
      JOIN credit_grants g ON g.shop_id = p_shop AND g.id = part.id;
      UPDATE credit_grants SET remaining_minor = 0 WHERE shop_id = p_shop AND id = ANY (v_grants);
      PERFORM plan_credit_expiry(p_shop, (SELECT min(expires_at) FROM unnest(v_expiries) expires_at), p_codes);
      IF v_unit = 'money' THEN
        v_moved := v_moved + v_plan.amount;
      END IF;
    END LOOP;
    -- What waits for its time waits on with the one that stays.
    UPDATE credit_entries SET customer_id = p_kept
    WHERE shop_id = p_shop AND customer_id = p_gone AND unit = v_unit AND status = 1;
    UPDATE credit_accounts kept SET pending_minor = kept.pending_minor + gone.pending_minor
    FROM credit_accounts gone
    WHERE kept.shop_id = p_shop AND kept.customer_id = p_kept AND kept.unit = v_unit
      AND gone.shop_id = p_shop AND gone.customer_id = p_gone AND gone.unit = v_unit;
    UPDATE credit_accounts SET pending_minor = 0
    WHERE shop_id = p_shop AND customer_id = p_gone AND unit = v_unit;
    -- What the person was given and has spent in all is theirs still, and so is what they owe.
    SELECT * INTO STRICT v_gone FROM credit_accounts
    WHERE shop_id = p_shop AND customer_id = p_gone AND unit = v_unit;
    UPDATE credit_accounts SET issued_minor = 0, used_minor = 0
    WHERE shop_id = p_shop AND customer_id = p_gone AND unit = v_unit;
    UPDATE credit_accounts
    SET issued_minor = issued_minor + v_gone.issued_minor, used_minor = used_minor + v_gone.used_minor
    WHERE shop_id = p_shop AND customer_id = p_kept AND unit = v_unit;
    IF v_gone.owed_minor > 0 THEN
      m := jsonb_populate_record(NULL::credit_movement, p_movements -> v_unit -> 'out');
      m.customer_id := p_gone;
      PERFORM write_credit_entry(p_shop, m, v_gone.owed_minor);
      m := jsonb_populate_record(NULL::credit_movement, p_movements -> v_unit -> 'in');
      m.customer_id := p_kept;
      m.may_owe := true;
      m.amount_minor := -v_gone.owed_minor;
      PERFORM post_one_credit_movement(p_shop, m, p_codes);
    END IF;
  END LOOP;
  -- A grant that had moved to this customer before has moved on.
  UPDATE credit_grant_moves earlier SET moved_to_id = later.moved_to_id
  FROM credit_grant_moves later
  WHERE earlier.shop_id = p_shop AND later.shop_id = p_shop AND later.grant_id = earlier.moved_to_id;
  FOR v_hold IN
    SELECT * FROM credit_holds WHERE shop_id = p_shop AND customer_id = p_gone AND state = 'live' ORDER BY id
  LOOP
    PERFORM 1 FROM credit_holds
    WHERE shop_id = p_shop AND customer_id = p_kept AND state = 'live' AND purpose = 'checkout';
    IF FOUND AND v_hold.purpose = 'checkout' THEN
      -- Its code is closed by the task, and what an order has used of it meanwhile is taken from the balance.
      UPDATE credit_holds SET state = 'released', settled_at = p_at, discount_gid = NULL
      WHERE shop_id = p_shop AND id = v_hold.id;
      INSERT INTO due_tasks (shop_id, kind, key, payload, due_at)
      VALUES (p_shop, p_release, v_hold.id::text || '@' || p_at::text,
        jsonb_build_object('holdId', v_hold.id::text), p_at)
      ON CONFLICT (shop_id, kind, key) WHERE done_at IS NULL DO NOTHING;
    ELSE
      m := jsonb_populate_record(NULL::credit_movement, p_movements -> 'money' -> 'held');
      m.customer_id := p_kept;
      v_in := write_credit_entry(p_shop, m, -v_hold.amount_minor);
      INSERT INTO credit_allocations (shop_id, entry_id, grant_id, amount_minor)
      SELECT p_shop, v_in, moved.moved_to_id, a.amount_minor
      FROM credit_allocations a
      JOIN credit_grant_moves moved ON moved.shop_id = p_shop AND moved.grant_id = a.grant_id
      WHERE a.shop_id = p_shop AND a.entry_id = v_hold.entry_id;
      UPDATE credit_grants g SET remaining_minor = g.remaining_minor - a.amount_minor
      FROM credit_allocations a
      WHERE g.shop_id = p_shop AND a.shop_id = p_shop AND a.entry_id = v_in AND g.id = a.grant_id;
      UPDATE credit_holds SET entry_id = v_in, customer_id = p_kept WHERE shop_id = p_shop AND id = v_hold.id;
    END IF;
  END LOOP;
  -- Those that have ended too: what is returned of an order goes to the one that stays.
  UPDATE credit_holds SET customer_id = p_kept WHERE shop_id = p_shop AND customer_id = p_gone;
  FOR v_unit IN SELECT unit FROM credit_accounts WHERE shop_id = p_shop AND customer_id = p_kept ORDER BY unit LOOP
    PERFORM expire_credit_account(p_shop, p_kept, v_unit, p_at, p_codes);
  END LOOP;
  UPDATE customers kept SET pays_renewals_with_credit = kept.pays_renewals_with_credit OR gone.pays_renewals_with_credit
  FROM customers gone
  WHERE kept.shop_id = p_shop AND kept.id = p_kept AND gone.shop_id = p_shop AND gone.id = p_gone;
  UPDATE customers SET merged_into_id = p_kept, merged_at = coalesce(merged_at, p_at), pays_renewals_with_credit = false
  WHERE shop_id = p_shop AND (id = p_gone OR merged_into_id = p_gone);
  RETURN v_moved;
END $$;

-- Posts one movement and answers as post_credit does. The caller holds the store's lock.
CREATE OR REPLACE FUNCTION post_one_credit_movement(p_shop bigint, m credit_movement, p_codes jsonb)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_known record;
  v_amount bigint := m.amount_minor;
  v_available bigint;
  v_owed bigint;
  v_pending bigint;
  v_drawn bigint;
  v_entry bigint;
  v_grant bigint;
  v_result jsonb;
BEGIN
  IF m.idempotency_key IS NOT NULL THEN
    SELECT input_hash, result INTO v_known FROM idempotency_keys
    WHERE shop_id = p_shop AND purpose = p_codes ->> 'idempotency_purpose' AND key = m.idempotency_key
      AND created_at > now() - interval '24 hours';
    IF FOUND THEN
      RETURN CASE WHEN v_known.input_hash = m.input_hash
        THEN v_known.result || '{"outcome": "replayed"}' ELSE '{"outcome": "conflict"}' END;
    END IF;
  END IF;
  IF m.source_key IS NOT NULL AND EXISTS (
    SELECT 1 FROM credit_entries WHERE shop_id = p_shop AND source_key = m.source_key) THEN
    RETURN jsonb_build_object('outcome', 'repeated');
  END IF;
  PERFORM expire_credit_account(p_shop, m.customer_id, m.unit, m.at, p_codes);
  SELECT available_minor, owed_minor, pending_minor INTO v_available, v_owed, v_pending FROM credit_accounts
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit;
  IF NOT FOUND THEN
    -- Nobody else can be making it: the store's writes are locked.
    INSERT INTO credit_accounts (shop_id, customer_id, unit, updated_at)
    VALUES (p_shop, m.customer_id, m.unit, m.at);
    v_available := 0;
    v_owed := 0;
    v_pending := 0;
  END IF;
  IF v_amount < 0 THEN
    IF coalesce(m.is_pending, false) THEN
      v_available := v_pending;
    ELSIF m.grant_id IS NOT NULL THEN
      SELECT remaining_minor INTO v_available FROM credit_grants WHERE shop_id = p_shop AND id = m.grant_id;
    END IF;
    v_drawn := least(-v_amount, v_available);
    IF NOT coalesce(m.may_owe, false) THEN
      v_amount := -v_drawn;
    END IF;
    IF v_amount = 0 THEN
      RETURN jsonb_build_object('outcome', 'nothing');
    END IF;
  ELSIF v_available + v_pending + v_amount > 9007199254740991 THEN
    RETURN jsonb_build_object('outcome', 'too_much');
  END IF;
  v_entry := write_credit_entry(p_shop, m, v_amount);
  IF coalesce(m.is_pending, false) THEN
    -- Nothing to draw from, and nothing to spend, before its time.
  ELSIF v_amount > 0 THEN
    v_grant := open_credit_grants(p_shop, m, v_entry);
    IF v_owed > 0 THEN
      PERFORM draw_from_credit_grants(p_shop, m, v_entry, least(v_owed, v_amount));
    END IF;
    PERFORM plan_credit_expiry(p_shop, (SELECT min(expires_at) FROM unnest(m.grant_expiries) expires_at), p_codes);
  ELSE
    IF v_drawn > 0 THEN
      PERFORM draw_from_credit_grants(p_shop, m, v_entry, v_drawn);
    END IF;
  END IF;
  v_result := jsonb_build_object('outcome', 'posted', 'entry_id', v_entry::text, 'grant_id', v_grant::text,
    'amount_minor', v_amount, 'at', m.at,
    'account', read_credit_account(p_shop, m.customer_id, m.unit));
  IF m.idempotency_key IS NOT NULL THEN
    INSERT INTO idempotency_keys (shop_id, purpose, key, input_hash, result, created_at)
    VALUES (p_shop, p_codes ->> 'idempotency_purpose', m.idempotency_key, m.input_hash, v_result, now())
    ON CONFLICT (shop_id, purpose, key) DO UPDATE
    SET input_hash = excluded.input_hash, result = excluded.result, created_at = excluded.created_at;
  END IF;
  RETURN v_result;
END $$;

-- What an account holds, as the answer to a movement tells it.
CREATE OR REPLACE FUNCTION read_credit_account(p_shop bigint, p_customer bigint, p_unit text)
RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_account jsonb;
BEGIN
  SELECT jsonb_build_object('available_minor', a.available_minor, 'held_minor', a.held_minor,
    'issued_minor', a.issued_minor, 'used_minor', a.used_minor, 'pending_minor', a.pending_minor,
    'owed_minor', a.owed_minor, 'updated_at', a.updated_at) INTO v_account
  FROM credit_accounts a
  WHERE a.shop_id = p_shop AND a.customer_id = p_customer AND a.unit = p_unit;
  RETURN v_account || jsonb_build_object('next_expiry', read_next_credit_expiry(p_shop, p_customer, p_unit));
END $$;

-- Ends pending entries: what they gave can be spent from now on, and what they took back is taken of it. Each is posted
-- again, with its words, as an entry that counts; the pending one is not shown any more. They are named by their ids, belong
-- to one cause, and take back no more than they give. Answers the sum that counts now, and null when nothing was pending.
-- Repeating it moves nothing.
CREATE OR REPLACE FUNCTION settle_pending_credit(p_shop bigint, p_movement jsonb, p_entries bigint[], p_codes jsonb)
RETURNS bigint LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  m credit_movement := jsonb_populate_record(NULL::credit_movement, p_movement);
  v_pending credit_entries;
  v_expiries timestamptz[] := m.grant_expiries;
  v_sum bigint;
  v_posted jsonb;
BEGIN
  PERFORM lock_shop_writes(p_shop);
  UPDATE credit_accounts a SET pending_minor = a.pending_minor - ended.amount
  FROM (
    SELECT customer_id, sum(amount_minor) AS amount FROM credit_entries
    WHERE shop_id = p_shop AND id = ANY (p_entries) AND status = 1 AND unit = m.unit GROUP BY customer_id) ended
  WHERE a.shop_id = p_shop AND a.customer_id = ended.customer_id AND a.unit = m.unit;
  FOR v_pending IN
    SELECT * FROM credit_entries WHERE shop_id = p_shop AND id = ANY (p_entries) AND status = 1 AND unit = m.unit
    ORDER BY id
  LOOP
    UPDATE credit_entries SET status = 3, settled_at = m.at WHERE shop_id = p_shop AND id = v_pending.id;
    m.customer_id := v_pending.customer_id;
    m.type_code := v_pending.type_code;
    m.message := v_pending.message;
    m.reason := v_pending.reason;
    m.order_gid := v_pending.order_gid;
    m.order_name := v_pending.order_name;
    m.source_key := v_pending.source_key || ':settled';
    m.amount_minor := v_pending.amount_minor;
    m.may_owe := v_pending.amount_minor < 0;
    m.grant_amounts := CASE WHEN v_pending.amount_minor > 0 THEN ARRAY[v_pending.amount_minor] END;
    m.grant_expiries := CASE WHEN v_pending.amount_minor > 0 THEN v_expiries END;
    m.counts_as := CASE WHEN v_pending.amount_minor > 0 THEN 'issued' END;
    v_posted := post_one_credit_movement(p_shop, m, p_codes);
    ASSERT v_posted ->> 'outcome' = 'posted', 'a pending entry was not posted: ' || (v_posted ->> 'outcome');
    v_sum := coalesce(v_sum, 0) + v_pending.amount_minor;
  END LOOP;
  RETURN v_sum;
END $$;

-- Writes one entry of p_amount with the account, the activity line and the event that belong to it. The caller holds
-- the store's lock, and has made the account. What takes more than there is becomes a debt, and what gives pays the
-- debt first. A pending entry moves only what is pending.
CREATE OR REPLACE FUNCTION write_credit_entry(p_shop bigint, m credit_movement, p_amount bigint)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_entry bigint;
  v_total bigint;
  v_on_hold boolean := coalesce(m.on_hold, false);
  v_pending boolean := coalesce(m.is_pending, false);
  v_moves bigint := CASE WHEN coalesce(m.is_pending, false) THEN 0 ELSE p_amount END;
  v_expires timestamptz := (SELECT min(expires_at) FROM unnest(m.grant_expiries) expires_at);
BEGIN
  UPDATE credit_accounts
  SET available_minor = greatest(available_minor - owed_minor + v_moves, 0),
      owed_minor = greatest(owed_minor - available_minor - v_moves, 0),
      pending_minor = pending_minor + p_amount - v_moves,
      held_minor = held_minor - CASE WHEN v_on_hold THEN p_amount ELSE 0 END,
      issued_minor = issued_minor + CASE WHEN m.counts_as = 'issued' THEN v_moves ELSE 0 END,
      used_minor = used_minor - CASE WHEN m.counts_as = 'used' THEN p_amount ELSE 0 END,
      entry_count = entry_count + 1, updated_at = m.at
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit
  RETURNING available_minor + held_minor - owed_minor INTO v_total;
  SELECT coalesce(max(id), 0) + 1 INTO v_entry FROM credit_entries WHERE shop_id = p_shop;
  INSERT INTO credit_entries (shop_id, id, customer_id, unit, type_code, status, amount_minor, total_after_minor,
    message, reason, expires_at, order_gid, order_name, used_in, source_key, actor_kind, actor_name, created_at)
  VALUES (p_shop, v_entry, m.customer_id, m.unit, m.type_code, CASE WHEN v_on_hold OR v_pending THEN 1 ELSE 0 END, p_amount,
    v_total, m.message, m.reason, v_expires, m.order_gid, m.order_name, m.used_in, m.source_key, m.actor_kind,
    m.actor_name, m.at);
  INSERT INTO activities (shop_id, customer_id, actor_kind, actor_name, kind, message, details, created_at)
  VALUES (p_shop, m.customer_id, m.actor_kind, m.actor_name, m.activity_kind, m.message,
    jsonb_build_object('entry_id', v_entry::text, 'amount_minor', p_amount, 'type_code', m.type_code), m.at);
  IF m.event_kind IS NOT NULL THEN
    INSERT INTO events (shop_id, id, kind, data, created_at)
    VALUES (p_shop, next_event_id(p_shop), m.event_kind,
      jsonb_build_object('customer_id', m.customer_id::text, 'entry_id', v_entry::text), m.at);
  END IF;
  RETURN v_entry;
END $$;
