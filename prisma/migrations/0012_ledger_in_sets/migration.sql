-- The ledger posts plain movements as a set, under the store's own lock, without triggers and sequences.

-- Functions are the only writers of the ledger; a test holds that. The plan of a grant is a foreign key again.
DROP TRIGGER credit_entries_stay ON credit_entries;
DROP TRIGGER credit_grants_name_plans ON credit_grants;
DROP TRIGGER plans_of_grants_stay ON plans;
ALTER TABLE credit_grants ADD FOREIGN KEY (shop_id, plan_id) REFERENCES plans (shop_id, id);

-- Ids come from the primary key, under the store's lock.
ALTER TABLE credit_entries ALTER COLUMN id DROP IDENTITY;
ALTER TABLE credit_grants ALTER COLUMN id DROP IDENTITY;

ALTER TABLE credit_entries
  DROP CONSTRAINT credit_entries_type_code_check,
  ADD CONSTRAINT credit_entries_type_code_check CHECK (type_code BETWEEN 1 AND 12),
  -- All that was posted up to this entry, it included: available and held together. Live holds are no part of it.
  ADD COLUMN total_after_minor bigint;
ALTER TABLE credit_runs
  DROP CONSTRAINT credit_runs_type_code_check,
  ADD CONSTRAINT credit_runs_type_code_check CHECK (type_code BETWEEN 1 AND 12);
ALTER TABLE credit_accounts
  -- Entries that a history shows: all but the holds that have ended.
  ADD COLUMN entry_count bigint NOT NULL DEFAULT 0;

UPDATE credit_entries e SET total_after_minor = running.total
FROM (
  SELECT shop_id, id, coalesce(sum(amount_minor) FILTER (WHERE status = 0)
    OVER (PARTITION BY shop_id, customer_id, unit ORDER BY id), 0) AS total
  FROM credit_entries) running
WHERE running.shop_id = e.shop_id AND running.id = e.id;
ALTER TABLE credit_entries ALTER COLUMN total_after_minor SET NOT NULL;
UPDATE credit_accounts a SET entry_count = counted.entries
FROM (
  SELECT shop_id, customer_id, unit, count(*) AS entries FROM credit_entries WHERE status IN (0, 1)
  GROUP BY shop_id, customer_id, unit) counted
WHERE counted.shop_id = a.shop_id AND counted.customer_id = a.customer_id AND counted.unit = a.unit;
CREATE INDEX credit_entries_on_hold ON credit_entries (shop_id, customer_id, unit, id) WHERE status = 1;

-- What ending an offer took back of the credit it gave. The texts that said so have as many decimals as the currency.
ALTER TABLE applied_offers ADD COLUMN taken_back_minor bigint NOT NULL DEFAULT 0 CHECK (taken_back_minor >= 0);
UPDATE applied_offers o SET taken_back_minor = replace(a.details ->> 'credit_taken_back', '.', '')::bigint
FROM activities a
WHERE a.shop_id = o.shop_id AND a.subscription_id = o.subscription_id AND a.kind = 'offer.withdrawn'
  AND a.details ->> 'applied_offer_id' = o.id::text AND a.details ->> 'credit_taken_back' ~ '^[0-9]+(\.[0-9]+)?$'
  AND o.credit_grant_id IS NOT NULL;

-- One task a store expires credit, at the next instant at which any ends.
DELETE FROM due_tasks later USING due_tasks earlier
WHERE later.kind = 'expire-credit' AND later.done_at IS NULL AND later.claimed_by IS NULL
  AND earlier.shop_id = later.shop_id AND earlier.kind = later.kind AND earlier.done_at IS NULL
  AND earlier.claimed_by IS NULL AND (earlier.due_at, earlier.id) < (later.due_at, later.id);

ALTER TYPE credit_movement DROP ATTRIBUTE parts;
-- Of what is given: the grants it makes, each with its amount and when it expires (null: never).
ALTER TYPE credit_movement ADD ATTRIBUTE grant_amounts bigint[];
ALTER TYPE credit_movement ADD ATTRIBUTE grant_expiries timestamptz[];
-- Which of the account's totals the amount adds to: issued, used or none.
ALTER TYPE credit_movement ADD ATTRIBUTE counts_as text;
ALTER TYPE credit_movement ADD ATTRIBUTE activity_kind text;
-- Null: no event.
ALTER TYPE credit_movement ADD ATTRIBUTE event_kind text;

-- Functions: generated from prisma/functions by `npm run generate:functions`.

DROP FUNCTION credit_entries_stay();

DROP FUNCTION credit_grants_name_plans();

DROP FUNCTION expire_credit(bigint,timestamp with time zone,integer);

DROP FUNCTION expire_credit_account(bigint,bigint,text,timestamp with time zone);

DROP FUNCTION expire_overdue_credit(bigint,bigint,text,timestamp with time zone);

DROP FUNCTION forfeit_plan_credit(bigint,jsonb);

DROP FUNCTION grant_credit_run(bigint,bigint,integer,timestamp with time zone);

DROP FUNCTION lock_credit_ledger(bigint);

DROP FUNCTION plan_credit_expiry(bigint,timestamp with time zone);

DROP FUNCTION plans_of_grants_stay();

DROP FUNCTION post_credit(bigint,jsonb);

DROP FUNCTION post_one_credit_movement(bigint,credit_movement);

DROP FUNCTION settle_credit_hold(bigint,bigint,bigint,jsonb);

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
    JOIN credit_accounts a ON a.shop_id = p_shop AND a.customer_id = m.customer_id AND a.unit = m.unit
    WINDOW later AS (PARTITION BY m.customer_id, m.unit ORDER BY m.ordinality
      ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)) told;
  RETURN v_results;
END $$;

-- Takes what a set's deductions take, at most one of an account, out of the grants that expire soonest, and keeps
-- which grant gave how much. The entries' ids follow p_entry in the order of the movements.
CREATE OR REPLACE FUNCTION draw_credit_set(p_shop bigint, p_movements credit_movement[], p_entry bigint)
RETURNS void LANGUAGE plpgsql AS $$
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
  UPDATE credit_grants g SET remaining_minor = g.remaining_minor - a.amount_minor
  FROM credit_allocations a
  WHERE a.shop_id = p_shop AND a.entry_id > p_entry AND a.entry_id <= p_entry + cardinality(p_movements)
    AND g.shop_id = p_shop AND g.id = a.grant_id;
END $$;

-- Replaces the texts of a customer's entries that somebody typed: they may name the person. Nothing else of a
-- posted entry ever changes.
CREATE OR REPLACE FUNCTION erase_credit_reasons(p_shop bigint, p_customer bigint, p_message text)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE credit_entries SET message = p_message, reason = NULL
  WHERE shop_id = p_shop AND customer_id = p_customer AND reason IS NOT NULL;
END $$;

-- Expires what is over in up to p_accounts accounts of a store and answers how many those were. When there are none,
-- plans the task for what expires next.
CREATE OR REPLACE FUNCTION expire_credit(p_shop bigint, p_at timestamptz, p_accounts integer, p_codes jsonb)
RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  v_account record;
  v_count integer := 0;
BEGIN
  PERFORM lock_shop_writes(p_shop);
  FOR v_account IN
    SELECT DISTINCT customer_id, unit FROM (
      SELECT customer_id, unit FROM credit_grants
      WHERE shop_id = p_shop AND remaining_minor > 0 AND expires_at <= p_at
      LIMIT p_accounts) due
  LOOP
    PERFORM expire_credit_account(p_shop, v_account.customer_id, v_account.unit, p_at, p_codes);
    v_count := v_count + 1;
  END LOOP;
  IF v_count = 0 THEN
    PERFORM plan_credit_expiry(p_shop, (
      SELECT min(expires_at) FROM credit_grants WHERE shop_id = p_shop AND remaining_minor > 0 AND expires_at > p_at),
      p_codes);
  END IF;
  RETURN v_count;
END $$;

-- Ends the grants of an account whose time is over, each with an entry. The caller holds the store's lock.
CREATE OR REPLACE FUNCTION expire_credit_account(p_shop bigint, p_customer bigint, p_unit text, p_at timestamptz,
  p_codes jsonb)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_count integer := 0;
  v_grant record;
  m credit_movement := jsonb_populate_record(NULL::credit_movement, p_codes -> 'expired' -> p_unit);
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
    m.grant_id := v_grant.id;
    -- When it did, however much later this runs, unless it came back after that from a hold.
    SELECT greatest(v_grant.expires_at, updated_at) INTO m.at FROM credit_accounts
    WHERE shop_id = p_shop AND customer_id = p_customer AND unit = p_unit;
    v_entry := write_credit_entry(p_shop, m, -v_grant.remaining_minor);
    PERFORM draw_from_credit_grants(p_shop, m, v_entry, v_grant.remaining_minor);
    v_count := v_count + 1;
  END LOOP;
  RETURN v_count;
END $$;

-- expire_credit_account for a reader who found something overdue.
CREATE OR REPLACE FUNCTION expire_overdue_credit(p_shop bigint, p_customer bigint, p_unit text, p_at timestamptz,
  p_codes jsonb)
RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off AS $$
BEGIN
  PERFORM lock_shop_writes(p_shop);
  RETURN expire_credit_account(p_shop, p_customer, p_unit, p_at, p_codes);
END $$;

-- The places of the movements that can be posted as a set. A movement is plain when nothing has expired on its
-- account, no key of it was used before, and it takes no more than there is, from the fifty grants that expire
-- soonest. An account with several movements is plain when all of them give credit that never expires: then the
-- account after each of them follows from the sums alone.
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
               OR EXISTS (SELECT 1 FROM credit_entries e WHERE e.shop_id = p_shop AND e.source_key = m.source_key)))
             OR (m.idempotency_key IS NOT NULL AND (
               count(*) OVER (PARTITION BY m.idempotency_key) > 1
               OR EXISTS (
                 SELECT 1 FROM idempotency_keys k
                 WHERE k.shop_id = p_shop AND k.purpose = p_codes ->> 'idempotency_purpose'
                   AND k.key = m.idempotency_key))) AS is_special
    FROM unnest(p_movements) WITH ORDINALITY m
  ), account AS (
    SELECT customer_id, unit, count(*) AS movements, sum(amount_minor) AS amount_minor, max(at) AS at,
           min(first_expiry) AS first_expiry, bool_or(amount_minor <= 0) AS takes, bool_or(is_special) AS is_special
    FROM movement GROUP BY customer_id, unit
  ), plain AS (
    SELECT a.customer_id, a.unit FROM account a
    LEFT JOIN credit_accounts s ON s.shop_id = p_shop AND s.customer_id = a.customer_id AND s.unit = a.unit
    WHERE NOT a.is_special
      AND (a.movements = 1 OR (NOT a.takes AND a.first_expiry IS NULL))
      AND (a.first_expiry IS NULL OR a.first_expiry > a.at)
      AND NOT EXISTS (
        SELECT 1 FROM credit_grants g
        WHERE g.shop_id = p_shop AND g.customer_id = a.customer_id AND g.unit = a.unit AND g.remaining_minor > 0
          AND g.expires_at <= a.at)
      AND CASE
        WHEN a.takes THEN a.amount_minor < 0 AND -a.amount_minor <= (
          SELECT sum(soonest.remaining_minor) FROM (
            SELECT g.remaining_minor FROM credit_grants g
            WHERE g.shop_id = p_shop AND g.customer_id = a.customer_id AND g.unit = a.unit AND g.remaining_minor > 0
            ORDER BY g.expires_at, g.id LIMIT 50) soonest)
        ELSE coalesce(s.available_minor, 0) + a.amount_minor <= 9007199254740991 END
  )
  SELECT coalesce(array_agg(m.place::integer ORDER BY m.place), '{}') INTO v_places
  FROM movement m JOIN plain p ON p.customer_id = m.customer_id AND p.unit = m.unit;
  RETURN v_places;
END $$;

-- Takes what is left of the grants that a plan gave a customer, as one entry. What a checkout holds of them is not
-- in them now; the answer says whether there is such a part, so that the caller can look again. Answers
-- {"forfeited_minor", "is_partly_held"}. Repeating it takes nothing more.
CREATE OR REPLACE FUNCTION forfeit_plan_credit(p_shop bigint, p_movement jsonb, p_codes jsonb)
RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  m credit_movement := jsonb_populate_record(NULL::credit_movement, p_movement);
  v_left bigint;
  v_entry bigint;
BEGIN
  PERFORM lock_shop_writes(p_shop);
  PERFORM expire_credit_account(p_shop, m.customer_id, m.unit, m.at, p_codes);
  SELECT coalesce(sum(remaining_minor), 0) INTO v_left FROM credit_grants
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit AND remaining_minor > 0
    AND plan_id = m.plan_id;
  IF v_left > 0 THEN
    v_entry := write_credit_entry(p_shop, m, -v_left);
    INSERT INTO credit_allocations (shop_id, entry_id, grant_id, amount_minor)
    SELECT p_shop, v_entry, id, remaining_minor FROM credit_grants
    WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit AND remaining_minor > 0
      AND plan_id = m.plan_id;
    UPDATE credit_grants SET remaining_minor = 0
    WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit AND remaining_minor > 0
      AND plan_id = m.plan_id;
  END IF;
  RETURN jsonb_build_object('forfeited_minor', v_left, 'is_partly_held', EXISTS (
    SELECT 1 FROM credit_entries e
    JOIN credit_allocations a ON a.shop_id = p_shop AND a.entry_id = e.id
    JOIN credit_grants g ON g.shop_id = p_shop AND g.id = a.grant_id
    WHERE e.shop_id = p_shop AND e.customer_id = m.customer_id AND e.unit = m.unit AND e.status = 1
      AND g.plan_id = m.plan_id));
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
    JOIN credit_accounts a ON a.shop_id = p_shop AND a.customer_id = member.id AND a.unit = v_run.unit;
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
  UPDATE credit_accounts a
  SET available_minor = a.available_minor + m.amount_minor,
      used_minor = a.used_minor - CASE WHEN m.counts_as = 'used' THEN m.amount_minor ELSE 0 END,
      entry_count = a.entry_count + 1, updated_at = m.at
  FROM unnest(p_movements) m
  WHERE m.amount_minor < 0 AND a.shop_id = p_shop AND a.customer_id = m.customer_id AND a.unit = m.unit;
END $$;

-- Opens the grants of an entry that gives, and answers the last one's id. The caller holds the store's lock.
CREATE OR REPLACE FUNCTION open_credit_grants(p_shop bigint, m credit_movement, p_entry bigint)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_grant bigint;
BEGIN
  SELECT coalesce(max(id), 0) INTO v_grant FROM credit_grants WHERE shop_id = p_shop;
  INSERT INTO credit_grants (shop_id, id, customer_id, entry_id, unit, amount_minor, remaining_minor, expires_at,
    plan_id, created_at)
  SELECT p_shop, v_grant + part.place, m.customer_id, p_entry, m.unit, part.amount_minor, part.amount_minor,
    part.expires_at, m.plan_id, m.at
  FROM unnest(m.grant_amounts, m.grant_expiries) WITH ORDINALITY part (amount_minor, expires_at, place);
  RETURN v_grant + cardinality(m.grant_amounts);
END $$;

-- Keeps one task of a store that expires credit: at the next instant at which any of it ends. One that a worker is
-- running does not count, for it may have looked already; it plans the next one when it ends. The task is started
-- by the sweep of due tasks. The caller holds the store's lock.
CREATE OR REPLACE FUNCTION plan_credit_expiry(p_shop bigint, p_expires timestamptz, p_codes jsonb)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_expires IS NULL OR EXISTS (
    SELECT 1 FROM due_tasks
    WHERE shop_id = p_shop AND kind = p_codes ->> 'expiry_task' AND done_at IS NULL AND claimed_by IS NULL
      AND due_at <= p_expires) THEN
    RETURN;
  END IF;
  DELETE FROM due_tasks
  WHERE shop_id = p_shop AND kind = p_codes ->> 'expiry_task' AND done_at IS NULL AND claimed_by IS NULL;
  INSERT INTO due_tasks (shop_id, kind, key, payload, due_at)
  VALUES (p_shop, p_codes ->> 'expiry_task', gen_random_uuid()::text, '{}', p_expires);
END $$;

-- Posts movements in order and answers one result for each: {"outcome", …}
--   posted    with what moved and the account after it
--   repeated  a movement with this source_key was posted before; nothing moved
--   nothing   there was nothing to take
--   too_much  the account would hold more than can be counted exactly
--   replayed  the result of an earlier movement with this idempotency key
--   conflict  this idempotency key came with another input before
-- Plain movements are posted in one set, the others one by one after them. All movements of an account go the same
-- way, so their order holds. `p_codes` holds the kinds, type codes and texts of what the ledger does by itself.
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
  v_plain := find_plain_credit(p_shop, v_all, p_codes);
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
-- holds the store's lock.
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
  JOIN credit_accounts a ON a.shop_id = p_shop AND a.customer_id = m.customer_id AND a.unit = m.unit
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

-- Posts one movement and answers as post_credit does. The caller holds the store's lock.
CREATE OR REPLACE FUNCTION post_one_credit_movement(p_shop bigint, m credit_movement, p_codes jsonb)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_known record;
  v_amount bigint := m.amount_minor;
  v_available bigint;
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
  SELECT available_minor INTO v_available FROM credit_accounts
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit;
  IF NOT FOUND THEN
    -- Nobody else can be making it: the store's writes are locked.
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
    PERFORM plan_credit_expiry(p_shop, (SELECT min(expires_at) FROM unnest(m.grant_expiries) expires_at), p_codes);
  ELSE
    PERFORM draw_from_credit_grants(p_shop, m, v_entry, -v_amount);
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
    'issued_minor', a.issued_minor, 'used_minor', a.used_minor, 'updated_at', a.updated_at,
    'next_expiry', read_next_credit_expiry(p_shop, p_customer, p_unit)) INTO v_account
  FROM credit_accounts a
  WHERE a.shop_id = p_shop AND a.customer_id = p_customer AND a.unit = p_unit;
  RETURN v_account;
END $$;

-- What of an account expires first, and when. Null when nothing does.
CREATE OR REPLACE FUNCTION read_next_credit_expiry(p_shop bigint, p_customer bigint, p_unit text)
RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_next jsonb;
BEGIN
  SELECT jsonb_build_object('amount_minor', sum(g.remaining_minor), 'expires_at', g.expires_at) INTO v_next
  FROM credit_grants g
  WHERE g.shop_id = p_shop AND g.customer_id = p_customer AND g.unit = p_unit AND g.remaining_minor > 0
    AND g.expires_at IS NOT NULL
  GROUP BY g.expires_at ORDER BY g.expires_at LIMIT 1;
  RETURN v_next;
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

-- Writes one entry of p_amount with the account, the activity line and the event that belong to it. The caller holds
-- the store's lock, and has made the account.
CREATE OR REPLACE FUNCTION write_credit_entry(p_shop bigint, m credit_movement, p_amount bigint)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_entry bigint;
  v_total bigint;
  v_on_hold boolean := coalesce(m.on_hold, false);
BEGIN
  UPDATE credit_accounts
  SET available_minor = available_minor + p_amount,
      held_minor = held_minor - CASE WHEN v_on_hold THEN p_amount ELSE 0 END,
      issued_minor = issued_minor + CASE WHEN m.counts_as = 'issued' THEN p_amount ELSE 0 END,
      used_minor = used_minor - CASE WHEN m.counts_as = 'used' THEN p_amount ELSE 0 END,
      entry_count = entry_count + 1, updated_at = m.at
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit
  RETURNING available_minor + held_minor INTO v_total;
  SELECT coalesce(max(id), 0) + 1 INTO v_entry FROM credit_entries WHERE shop_id = p_shop;
  INSERT INTO credit_entries (shop_id, id, customer_id, unit, type_code, status, amount_minor, total_after_minor,
    message, reason, expires_at, order_gid, order_name, used_in, source_key, actor_kind, actor_name, created_at)
  VALUES (p_shop, v_entry, m.customer_id, m.unit, m.type_code, CASE WHEN v_on_hold THEN 1 ELSE 0 END, p_amount,
    v_total, m.message, m.reason, (SELECT min(expires_at) FROM unnest(m.grant_expiries) expires_at), m.order_gid,
    m.order_name, m.used_in, m.source_key, m.actor_kind, m.actor_name, m.at);
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
