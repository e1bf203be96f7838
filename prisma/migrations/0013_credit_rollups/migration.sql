-- Reports and lists of credit read summaries that follow the ledger; hot tables get room for updates in place.

-- An index on what changes with every movement keeps updates of an account from staying on its page.
DROP INDEX credit_accounts_by_balance;
CREATE INDEX credit_accounts_held ON credit_accounts (shop_id, customer_id) WHERE held_minor > 0 AND unit = 'money';

ALTER TABLE credit_accounts SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE credit_grants SET (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE credit_entries SET (fillfactor = 95, autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE due_tasks SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 500);
ALTER TABLE idempotency_keys SET (autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE events SET (autovacuum_vacuum_scale_factor = 0.02);

-- Both come with PostgreSQL, and the owner of a database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE INDEX customers_by_text ON customers USING gin (shop_id,
  lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '')) gin_trgm_ops);

-- How far a store's summaries have followed its ledger.
CREATE TABLE credit_rollups (
  shop_id       bigint NOT NULL REFERENCES shops (id),
  -- The zone whose days credit_days counts in.
  zone          text NOT NULL,
  last_entry_id bigint NOT NULL DEFAULT 0,
  -- Customers with money, available or held.
  holders       bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (shop_id)
);

-- What was posted on each day of the store's calendar, by type.
CREATE TABLE credit_days (
  shop_id     bigint NOT NULL REFERENCES shops (id),
  unit        text NOT NULL,
  day         date NOT NULL,
  type_code   smallint NOT NULL,
  given_minor bigint NOT NULL,
  taken_minor bigint NOT NULL,
  entries     bigint NOT NULL,
  PRIMARY KEY (shop_id, unit, day, type_code)
);

-- A copy of the accounts of money as they were when the summaries last came by, for the list by balance.
CREATE TABLE credit_rankings (
  shop_id         bigint NOT NULL REFERENCES shops (id),
  customer_id     bigint NOT NULL,
  available_minor bigint NOT NULL,
  total_minor     bigint NOT NULL,
  PRIMARY KEY (shop_id, customer_id)
) WITH (fillfactor = 85);
CREATE INDEX credit_rankings_by_balance ON credit_rankings (shop_id, available_minor DESC, customer_id);

INSERT INTO credit_days (shop_id, unit, day, type_code, given_minor, taken_minor, entries)
SELECT e.shop_id, e.unit, (e.created_at AT TIME ZONE s.iana_timezone)::date, e.type_code,
  sum(greatest(e.amount_minor, 0)), sum(least(e.amount_minor, 0)), count(*)
FROM credit_entries e JOIN shops s ON s.id = e.shop_id
WHERE e.status = 0
GROUP BY 1, 2, 3, 4;
INSERT INTO credit_rankings (shop_id, customer_id, available_minor, total_minor)
SELECT shop_id, customer_id, available_minor, available_minor + held_minor FROM credit_accounts WHERE unit = 'money';
INSERT INTO credit_rollups (shop_id, zone, last_entry_id, holders)
SELECT s.id, s.iana_timezone, coalesce((SELECT max(id) FROM credit_entries e WHERE e.shop_id = s.id), 0),
  (SELECT count(*) FROM credit_rankings r WHERE r.shop_id = s.id AND r.total_minor > 0)
FROM shops s;

-- Functions: generated from prisma/functions by `npm run generate:functions`.

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
      'issued_minor', told.issued_minor, 'used_minor', told.used_minor, 'updated_at', told.at,
      'next_expiry', read_next_credit_expiry(p_shop, told.customer_id, told.unit)))
    ORDER BY told.ordinality) INTO v_results
  FROM (
    SELECT m.ordinality, m.customer_id, m.unit, m.amount_minor, m.at, a.held_minor,
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
      ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)) told;
  RETURN v_results;
END $$;

-- Takes what a set's deductions take, at most one of an account, out of the grants that expire soonest, and keeps
-- which grant gave how much. The entries' ids follow p_entry in the order of the movements.
CREATE OR REPLACE FUNCTION draw_credit_set(p_shop bigint, p_movements credit_movement[], p_entry bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_drawn record;
BEGIN
  INSERT INTO credit_allocations (shop_id, entry_id, grant_id, amount_minor)
  SELECT p_shop, p_entry + m.ordinality, drawn.id,
    least(drawn.remaining_minor, -m.amount_minor - drawn.before_minor)
  FROM unnest(p_movements) WITH ORDINALITY m
  CROSS JOIN LATERAL (
    SELECT g.id, g.remaining_minor,
      coalesce(sum(g.remaining_minor) OVER (ORDER BY g.expires_at, g.id
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before_minor
    FROM credit_grants g
    WHERE g.shop_id = p_shop AND g.customer_id = m.customer_id AND g.unit = m.unit AND g.remaining_minor > 0
    ORDER BY g.expires_at, g.id LIMIT 50) drawn
  WHERE m.amount_minor < 0 AND drawn.before_minor < -m.amount_minor;
  FOR v_drawn IN
    SELECT grant_id, amount_minor FROM credit_allocations
    WHERE shop_id = p_shop AND entry_id > p_entry AND entry_id <= p_entry + cardinality(p_movements)
  LOOP
    UPDATE credit_grants SET remaining_minor = remaining_minor - v_drawn.amount_minor
    WHERE shop_id = p_shop AND id = v_drawn.grant_id;
  END LOOP;
END $$;

-- The places of the movements that can be posted as a set. An account's movements are plain when nothing has expired
-- on it, no key of theirs was used before, and they take no more than there is, from the fifty grants that expire
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
           coalesce(m.on_hold, false) OR m.grant_id IS NOT NULL
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

-- Gives the next members of a run their credit: one part of the run, whole or not at all. Members are the
-- customers with an active subscription to the plan, each once. Answers how many were given credit. One event
-- covers all entries of a part, and one activity line the run. `p_codes` holds the kinds of both.
CREATE OR REPLACE FUNCTION grant_credit_run(p_shop bigint, p_run bigint, p_customers integer, p_at timestamptz,
  p_codes jsonb)
RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  v_run credit_runs;
  v_members bigint[];
  v_count integer;
  v_entry bigint;
  v_grant bigint;
BEGIN
  SELECT * INTO STRICT v_run FROM credit_runs WHERE shop_id = p_shop AND id = p_run FOR UPDATE;
  IF v_run.finished_at IS NOT NULL THEN
    RETURN 0;
  END IF;
  PERFORM lock_shop_writes(p_shop);
  SELECT coalesce(array_agg(customer_id ORDER BY customer_id), '{}') INTO v_members FROM (
    SELECT DISTINCT customer_id FROM subscriptions
    WHERE shop_id = p_shop AND plan_id = v_run.plan_id AND status = 'active'
      AND customer_id > v_run.cursor_customer_id
    ORDER BY customer_id LIMIT p_customers) member;
  v_count := cardinality(v_members);
  IF v_count > 0 THEN
    SELECT coalesce(max(id), 0) INTO v_entry FROM credit_entries WHERE shop_id = p_shop;
    SELECT coalesce(max(id), 0) INTO v_grant FROM credit_grants WHERE shop_id = p_shop;
    INSERT INTO credit_accounts AS a (shop_id, customer_id, unit, available_minor, issued_minor, entry_count,
      updated_at)
    SELECT p_shop, member, v_run.unit, v_run.amount_minor, v_run.amount_minor, 1, p_at FROM unnest(v_members) member
    ON CONFLICT (shop_id, customer_id, unit) DO UPDATE
    SET available_minor = a.available_minor + excluded.available_minor,
        issued_minor = a.issued_minor + excluded.issued_minor, entry_count = a.entry_count + 1,
        updated_at = excluded.updated_at;
    INSERT INTO credit_entries (shop_id, id, customer_id, unit, type_code, amount_minor, total_after_minor, message,
      reason, expires_at, actor_kind, actor_name, created_at)
    SELECT p_shop, v_entry + member.place, member.id, v_run.unit, v_run.type_code, v_run.amount_minor,
      a.available_minor + a.held_minor, v_run.message, v_run.reason, v_run.expires_at, v_run.actor_kind,
      v_run.actor_name, p_at
    FROM unnest(v_members) WITH ORDINALITY member (id, place)
    CROSS JOIN LATERAL (
      SELECT available_minor, held_minor FROM credit_accounts
      WHERE shop_id = p_shop AND customer_id = member.id AND unit = v_run.unit LIMIT 1) a;
    INSERT INTO credit_grants (shop_id, id, customer_id, entry_id, unit, amount_minor, remaining_minor, expires_at,
      plan_id, created_at)
    SELECT p_shop, v_grant + member.place, member.id, v_entry + member.place, v_run.unit, v_run.amount_minor,
      v_run.amount_minor, v_run.expires_at, v_run.plan_id, p_at
    FROM unnest(v_members) WITH ORDINALITY member (id, place);
    INSERT INTO events (shop_id, id, kind, data, created_at)
    VALUES (p_shop, next_event_id(p_shop), p_codes -> 'granted' -> v_run.unit ->> 'event_kind',
      jsonb_build_object('from_entry_id', (v_entry + 1)::text, 'to_entry_id', (v_entry + v_count)::text), p_at);
    PERFORM plan_credit_expiry(p_shop, v_run.expires_at, p_codes);
  END IF;
  UPDATE credit_runs
  SET cursor_customer_id = coalesce(v_members[v_count], cursor_customer_id), granted_count = granted_count + v_count,
      finished_at = CASE WHEN v_count < p_customers THEN p_at END
  WHERE shop_id = p_shop AND id = p_run
  RETURNING * INTO v_run;
  IF v_run.finished_at IS NOT NULL THEN
    INSERT INTO activities (shop_id, actor_kind, actor_name, kind, message, details, created_at)
    VALUES (p_shop, v_run.actor_kind, v_run.actor_name, p_codes -> 'granted' -> v_run.unit ->> 'activity_kind',
      v_run.message, jsonb_build_object('run_id', p_run::text, 'plan_id', v_run.plan_id::text,
        'members', v_run.granted_count, 'amount_minor', v_run.amount_minor), p_at);
  END IF;
  RETURN v_count;
END $$;

-- Adds what each account gets, or subtracts what it gives, in one write an account. Makes the accounts that are
-- missing.
CREATE OR REPLACE FUNCTION move_credit_accounts(p_shop bigint, p_movements credit_movement[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_taken credit_movement;
BEGIN
  INSERT INTO credit_accounts AS a (shop_id, customer_id, unit, available_minor, issued_minor, used_minor, entry_count,
    updated_at)
  SELECT p_shop, m.customer_id, m.unit, sum(m.amount_minor),
    coalesce(sum(m.amount_minor) FILTER (WHERE m.counts_as = 'issued'), 0),
    coalesce(-sum(m.amount_minor) FILTER (WHERE m.counts_as = 'used'), 0), count(*), max(m.at)
  FROM unnest(p_movements) m WHERE m.amount_minor > 0
  GROUP BY m.customer_id, m.unit
  ON CONFLICT (shop_id, customer_id, unit) DO UPDATE
  SET available_minor = a.available_minor + excluded.available_minor,
      issued_minor = a.issued_minor + excluded.issued_minor, used_minor = a.used_minor + excluded.used_minor,
      entry_count = a.entry_count + excluded.entry_count, updated_at = excluded.updated_at;
  FOREACH v_taken IN ARRAY p_movements LOOP
    IF v_taken.amount_minor < 0 THEN
      UPDATE credit_accounts
      SET available_minor = available_minor + v_taken.amount_minor,
          used_minor = used_minor - CASE WHEN v_taken.counts_as = 'used' THEN v_taken.amount_minor ELSE 0 END,
          entry_count = entry_count + 1, updated_at = v_taken.at
      WHERE shop_id = p_shop AND customer_id = v_taken.customer_id AND unit = v_taken.unit;
    END IF;
  END LOOP;
END $$;

-- Posts movements in order and answers one result for each: {"outcome", …}
--   posted    with what moved and the account after it
--   repeated  a movement with this source_key was posted before; nothing moved
--   nothing   there was nothing to take
--   too_much  the account would hold more than can be counted exactly
--   replayed  the result of an earlier movement with this idempotency key
--   conflict  this idempotency key came with another input before
-- Plain movements are posted in one set, the others one by one after them. All movements of a customer go the
-- same way, so their order holds. `p_codes` holds the kinds, type codes and texts of what the ledger does by itself.
-- It plans without sequential scans, and so do the functions it calls: a plan that was made while the tables were
-- small would otherwise read them from end to end until statistics are next taken.
CREATE OR REPLACE FUNCTION post_credit(p_shop bigint, p_movements jsonb, p_codes jsonb)
RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  v_all credit_movement[];
  v_plain integer[];
  v_posted jsonb[];
  v_results jsonb[];
BEGIN
  PERFORM lock_shop_writes(p_shop);
  SELECT array_agg(m ORDER BY place) INTO v_all
  FROM (SELECT m, row_number() OVER () AS place
        FROM jsonb_populate_recordset(NULL::credit_movement, p_movements) m) movement;
  -- A set costs less from the third movement on.
  v_plain := CASE WHEN cardinality(v_all) > 2 THEN find_plain_credit(p_shop, v_all, p_codes) ELSE '{}' END;
  IF cardinality(v_plain) = cardinality(v_all) THEN
    RETURN to_jsonb(post_credit_set(p_shop, v_all, p_codes));
  END IF;
  v_results := array_fill(NULL::jsonb, ARRAY[cardinality(v_all)]);
  IF cardinality(v_plain) > 0 THEN
    SELECT post_credit_set(p_shop, array_agg(v_all[place] ORDER BY place), p_codes) INTO v_posted
    FROM unnest(v_plain) place;
    FOR i IN 1 .. cardinality(v_plain) LOOP
      v_results[v_plain[i]] := v_posted[i];
    END LOOP;
  END IF;
  FOR i IN 1 .. cardinality(v_all) LOOP
    IF v_results[i] IS NULL THEN
      v_results[i] := post_one_credit_movement(p_shop, v_all[i], p_codes);
    END IF;
  END LOOP;
  RETURN to_jsonb(v_results);
END $$;

-- Posts movements that find_plain_credit has found plain: each table is written once, each account once. The caller
-- holds the store's lock. Accounts are looked up by LATERAL with a limit, which leaves the planner no way but their
-- key, however old its idea of the table is.
CREATE OR REPLACE FUNCTION post_credit_set(p_shop bigint, p_movements credit_movement[], p_codes jsonb)
RETURNS jsonb[] LANGUAGE plpgsql AS $$
DECLARE
  v_entry bigint;
  v_grant bigint;
  v_event bigint;
  v_results jsonb[];
BEGIN
  SELECT coalesce(max(id), 0) INTO v_entry FROM credit_entries WHERE shop_id = p_shop;
  SELECT coalesce(max(id), 0) INTO v_grant FROM credit_grants WHERE shop_id = p_shop;
  SELECT coalesce(max(id), 0) INTO v_event FROM events WHERE shop_id = p_shop;
  PERFORM move_credit_accounts(p_shop, p_movements);
  INSERT INTO credit_entries (shop_id, id, customer_id, unit, type_code, amount_minor, total_after_minor, message,
    reason, expires_at, order_gid, order_name, used_in, source_key, actor_kind, actor_name, created_at)
  SELECT p_shop, v_entry + m.ordinality, m.customer_id, m.unit, m.type_code, m.amount_minor,
    a.available_minor + a.held_minor - coalesce(sum(m.amount_minor) OVER later, 0), m.message, m.reason,
    (SELECT min(expires_at) FROM unnest(m.grant_expiries) expires_at), m.order_gid, m.order_name, m.used_in,
    m.source_key, m.actor_kind, m.actor_name, m.at
  FROM unnest(p_movements) WITH ORDINALITY m
  CROSS JOIN LATERAL (
    SELECT * FROM credit_accounts
    WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit LIMIT 1) a
  WINDOW later AS (PARTITION BY m.customer_id, m.unit ORDER BY m.ordinality
    ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)
  ORDER BY m.ordinality;
  INSERT INTO credit_grants (shop_id, id, customer_id, entry_id, unit, amount_minor, remaining_minor, expires_at,
    plan_id, created_at)
  SELECT p_shop, v_grant + row_number() OVER (ORDER BY m.ordinality, part.place), m.customer_id,
    v_entry + m.ordinality, m.unit, part.amount_minor, part.amount_minor, part.expires_at, m.plan_id, m.at
  FROM unnest(p_movements) WITH ORDINALITY m
  CROSS JOIN LATERAL unnest(m.grant_amounts, m.grant_expiries)
    WITH ORDINALITY part (amount_minor, expires_at, place)
  WHERE m.amount_minor > 0;
  IF EXISTS (SELECT 1 FROM unnest(p_movements) m WHERE m.amount_minor < 0) THEN
    PERFORM draw_credit_set(p_shop, p_movements, v_entry);
  END IF;
  INSERT INTO activities (shop_id, customer_id, actor_kind, actor_name, kind, message, details, created_at)
  SELECT p_shop, m.customer_id, m.actor_kind, m.actor_name, m.activity_kind, m.message,
    jsonb_build_object('entry_id', (v_entry + m.ordinality)::text, 'amount_minor', m.amount_minor,
      'type_code', m.type_code), m.at
  FROM unnest(p_movements) WITH ORDINALITY m ORDER BY m.ordinality;
  INSERT INTO events (shop_id, id, kind, data, created_at)
  SELECT p_shop, v_event + row_number() OVER (ORDER BY m.ordinality), m.event_kind, jsonb_build_object('customer_id', m.customer_id::text, 'entry_id',
    (v_entry + m.ordinality)::text), m.at
  FROM unnest(p_movements) WITH ORDINALITY m WHERE m.event_kind IS NOT NULL ORDER BY m.ordinality;
  v_results := describe_credit_set(p_shop, p_movements, v_entry, v_grant);
  INSERT INTO idempotency_keys (shop_id, purpose, key, input_hash, result, created_at)
  SELECT p_shop, p_codes ->> 'idempotency_purpose', m.idempotency_key, m.input_hash, v_results[m.ordinality], now()
  FROM unnest(p_movements) WITH ORDINALITY m WHERE m.idempotency_key IS NOT NULL;
  PERFORM plan_credit_expiry(p_shop, (
    SELECT min(expires_at) FROM unnest(p_movements) m, unnest(m.grant_expiries) expires_at), p_codes);
  RETURN v_results;
END $$;

-- Brings a store's summaries forward by up to p_entries entries and answers how many those were. Entries appear in
-- the order of their ids, and one that is posted never changes, so each is counted once. When the store's zone has
-- changed, its days are counted from the beginning.
CREATE OR REPLACE FUNCTION roll_up_credit(p_shop bigint, p_zone text, p_entries integer)
RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  v_from bigint;
  v_to bigint;
  v_count integer;
  v_zone text;
  v_holders bigint;
  v_customers bigint[];
BEGIN
  PERFORM lock_shop_writes(p_shop);
  INSERT INTO credit_rollups (shop_id, zone) VALUES (p_shop, p_zone) ON CONFLICT DO NOTHING;
  SELECT last_entry_id, zone INTO v_from, v_zone FROM credit_rollups WHERE shop_id = p_shop;
  IF v_zone <> p_zone THEN
    DELETE FROM credit_days WHERE shop_id = p_shop;
    v_from := 0;
  END IF;
  SELECT count(*), max(id), coalesce(array_agg(DISTINCT customer_id) FILTER (WHERE unit = 'money'), '{}')
  INTO v_count, v_to, v_customers FROM (
    SELECT id, customer_id, unit FROM credit_entries
    WHERE shop_id = p_shop AND id > v_from ORDER BY id LIMIT p_entries) next;
  IF v_count = 0 THEN
    RETURN 0;
  END IF;
  INSERT INTO credit_days AS d (shop_id, unit, day, type_code, given_minor, taken_minor, entries)
  SELECT p_shop, unit, (created_at AT TIME ZONE p_zone)::date, type_code, sum(greatest(amount_minor, 0)),
    sum(least(amount_minor, 0)), count(*)
  FROM credit_entries
  WHERE shop_id = p_shop AND id > v_from AND id <= v_to AND status = 0
  GROUP BY 2, 3, 4
  ON CONFLICT (shop_id, unit, day, type_code) DO UPDATE
  SET given_minor = d.given_minor + excluded.given_minor, taken_minor = d.taken_minor + excluded.taken_minor,
      entries = d.entries + excluded.entries;
  SELECT count(*) FILTER (WHERE a.available_minor + a.held_minor > 0) - count(*) FILTER (WHERE a.was_minor > 0)
  INTO v_holders
  FROM unnest(v_customers) customer
  CROSS JOIN LATERAL (
    SELECT s.available_minor, s.held_minor, (
      SELECT r.total_minor FROM credit_rankings r WHERE r.shop_id = p_shop AND r.customer_id = customer) AS was_minor
    FROM credit_accounts s WHERE s.shop_id = p_shop AND s.customer_id = customer AND s.unit = 'money' LIMIT 1) a;
  INSERT INTO credit_rankings (shop_id, customer_id, available_minor, total_minor)
  SELECT p_shop, customer, a.available_minor, a.available_minor + a.held_minor
  FROM unnest(v_customers) customer
  CROSS JOIN LATERAL (
    SELECT available_minor, held_minor FROM credit_accounts
    WHERE shop_id = p_shop AND customer_id = customer AND unit = 'money' LIMIT 1) a
  ON CONFLICT (shop_id, customer_id) DO UPDATE
  SET available_minor = excluded.available_minor, total_minor = excluded.total_minor;
  UPDATE credit_rollups SET last_entry_id = v_to, zone = p_zone, holders = holders + v_holders WHERE shop_id = p_shop;
  RETURN v_count;
END $$;

-- Ends a hold: what was used of it becomes a redemption, soonest-expiring grants first, and the rest goes
-- back to the grants it came from. Answers what was used, and null when the hold had ended before.
CREATE OR REPLACE FUNCTION settle_credit_hold(p_shop bigint, p_entry bigint, p_used bigint, p_redemption jsonb,
  p_codes jsonb)
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
  PERFORM lock_shop_writes(p_shop);
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
      entry_count = entry_count - 1, updated_at = m.at
  WHERE shop_id = p_shop AND customer_id = v_hold.customer_id AND unit = v_hold.unit;
  -- What comes back makes no entry that the summaries would follow.
  UPDATE credit_rankings SET available_minor = available_minor - v_hold.amount_minor
  WHERE shop_id = p_shop AND customer_id = v_hold.customer_id AND v_hold.unit = 'money' AND EXISTS (
    SELECT 1 FROM credit_rollups r WHERE r.shop_id = p_shop AND r.last_entry_id >= p_entry);
  m.customer_id := v_hold.customer_id;
  m.unit := v_hold.unit;
  IF v_used > 0 THEN
    v_entry := write_credit_entry(p_shop, m, -v_used);
  ELSE
    INSERT INTO activities (shop_id, customer_id, actor_kind, actor_name, kind, message, details, created_at)
    VALUES (p_shop, m.customer_id, m.actor_kind, m.actor_name, m.activity_kind, m.message,
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
    IF v_left < v_part.amount_minor THEN
      UPDATE credit_grants SET remaining_minor = remaining_minor + v_part.amount_minor - v_left
      WHERE shop_id = p_shop AND id = v_part.grant_id;
      PERFORM plan_credit_expiry(p_shop, v_part.expires_at, p_codes);
    END IF;
    v_left := greatest(0, v_left - v_part.amount_minor);
  END LOOP;
  -- What comes back may have outlived its time while it was held.
  PERFORM expire_credit_account(p_shop, v_hold.customer_id, v_hold.unit, m.at, p_codes);
  RETURN v_used;
END $$;
