-- Two customers become one on the platform. The row of the one that went stays, for its ledger entries and its number,
-- and names the one that stays.

ALTER TABLE customers
  ADD COLUMN merged_into_id bigint,
  ADD COLUMN merged_at timestamptz(6),
  ADD FOREIGN KEY (shop_id, merged_into_id) REFERENCES customers (shop_id, id),
  ADD CHECK (merged_into_id <> id),
  ADD CHECK ((merged_into_id IS NULL) = (merged_at IS NULL));
CREATE INDEX customers_merged ON customers (shop_id, merged_into_id) WHERE merged_into_id IS NOT NULL;

-- Where what was left of a grant went with its customer. One hop, however many merges followed.
CREATE TABLE credit_grant_moves (
  shop_id bigint NOT NULL,
  grant_id bigint NOT NULL,
  -- Of the entry that gave it first.
  entry_id bigint NOT NULL,
  moved_to_id bigint NOT NULL,
  PRIMARY KEY (shop_id, grant_id)
);
SELECT distribute_by_shop('credit_grant_moves');
ALTER TABLE credit_grant_moves ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
ALTER TABLE credit_grant_moves ADD FOREIGN KEY (shop_id, grant_id) REFERENCES credit_grants (shop_id, id);
ALTER TABLE credit_grant_moves ADD FOREIGN KEY (shop_id, entry_id) REFERENCES credit_entries (shop_id, id);
ALTER TABLE credit_grant_moves ADD FOREIGN KEY (shop_id, moved_to_id) REFERENCES credit_grants (shop_id, id);
CREATE INDEX credit_grant_moves_of_entry ON credit_grant_moves (shop_id, entry_id);
CREATE INDEX credit_grant_moves_to ON credit_grant_moves (shop_id, moved_to_id);

ALTER TABLE reconciliations
  ADD COLUMN merges_repaired integer NOT NULL DEFAULT 0,
  -- The customer (internal id) up to whom it was asked whether they are still there; 0 once all were.
  ADD COLUMN customers_asked_to bigint NOT NULL DEFAULT 0;

-- Charges that were tried again and paid, for the sum of what was won back; and an order's charge.
CREATE INDEX billing_attempts_repeated ON billing_attempts (shop_id, completed_at)
  WHERE status = 'success' AND attempt_number > 1;
CREATE INDEX billing_attempts_of_order ON billing_attempts (shop_id, platform_order_id)
  WHERE platform_order_id IS NOT NULL;

-- Functions: generated from prisma/functions by `npm run generate:functions`.

-- Lets an order have what it took with a hold's code, once. A live hold gives it, and the rest goes back. Of a hold
-- that was released before, the balance gives what it still has; what it lacks is written off, with a line for the
-- merchant. Answers whether the hold is this order's; it stays another's that came first.
-- p_order: {"used_minor", "gid", "name"}. p_movements: {"used", "released", "late"}: how each outcome is posted.
-- p_shortfall: the line's {"kind", "message": [what stands before the amount, what after it], "digits"}.
CREATE OR REPLACE FUNCTION capture_credit_hold(p_shop bigint, p_hold bigint, p_order jsonb, p_movements jsonb,
  p_shortfall jsonb, p_codes jsonb)
RETURNS boolean LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  m credit_movement := jsonb_populate_record(NULL::credit_movement, p_movements -> 'late');
  v_hold credit_holds;
  v_used bigint := (p_order ->> 'used_minor')::bigint;
  v_taken bigint := 0;
  v_entry bigint;
  v_posted jsonb;
  v_digits integer := (p_shortfall ->> 'digits')::integer;
BEGIN
  SELECT * INTO STRICT v_hold FROM credit_holds WHERE shop_id = p_shop AND id = p_hold FOR UPDATE;
  PERFORM lock_shop_writes(p_shop);
  -- Another one than when the caller looked, when the customer was merged meanwhile.
  m.customer_id := v_hold.customer_id;
  IF v_hold.order_gid IS NOT NULL THEN
    RETURN v_hold.order_gid = p_order ->> 'gid';
  END IF;
  IF v_hold.state = 'live' THEN
    v_taken := coalesce(settle_credit_hold(p_shop, v_hold.entry_id, v_used,
      p_movements -> CASE WHEN v_used > 0 THEN 'used' ELSE 'released' END, p_codes), 0);
    IF v_taken > 0 THEN
      SELECT max(id) INTO v_entry FROM credit_entries
      WHERE shop_id = p_shop AND customer_id = v_hold.customer_id AND order_gid = p_order ->> 'gid'
        AND type_code = m.type_code AND status = 0;
    END IF;
  ELSIF v_used > 0 THEN
    v_posted := post_one_credit_movement(p_shop, m, p_codes);
    IF v_posted ->> 'outcome' = 'posted' THEN
      v_taken := -(v_posted ->> 'amount_minor')::bigint;
      v_entry := (v_posted ->> 'entry_id')::bigint;
    ELSIF v_posted ->> 'outcome' <> 'nothing' THEN
      RAISE 'a late order''s credit was not taken: %', v_posted ->> 'outcome';
    END IF;
  END IF;
  IF v_used > v_taken THEN
    INSERT INTO activities (shop_id, customer_id, actor_kind, actor_name, kind, message, details, created_at)
    VALUES (p_shop, v_hold.customer_id, m.actor_kind, m.actor_name, p_shortfall ->> 'kind',
      (p_shortfall -> 'message' ->> 0) || round((v_used - v_taken) / power(10::numeric, v_digits), v_digits)::text
        || (p_shortfall -> 'message' ->> 1),
      jsonb_build_object('hold_id', p_hold::text, 'order_gid', p_order ->> 'gid',
        'amount_minor', v_used - v_taken), m.at);
  END IF;
  UPDATE credit_holds SET state = 'captured', settled_at = m.at, captured_minor = v_taken, capture_entry_id = v_entry,
    shortfall_minor = v_used - v_taken, order_gid = p_order ->> 'gid', order_name = p_order ->> 'name'
  WHERE shop_id = p_shop AND id = p_hold;
  RETURN true;
END $$;

-- The movements as they are to be posted: those of a customer who was merged go to the one that stays, and what takes
-- from a grant that moved takes from where it went. The caller holds the store's lock.
CREATE OR REPLACE FUNCTION follow_merged_credit(p_shop bigint, p_movements credit_movement[])
RETURNS credit_movement[] LANGUAGE plpgsql AS $$
DECLARE
  v_all credit_movement[] := p_movements;
  m credit_movement;
  v_kept bigint;
  v_grant bigint;
BEGIN
  PERFORM 1 FROM customers WHERE shop_id = p_shop AND merged_into_id IS NOT NULL LIMIT 1;
  IF NOT FOUND THEN
    RETURN v_all;
  END IF;
  FOR i IN 1 .. cardinality(v_all) LOOP
    m := v_all[i];
    SELECT merged_into_id INTO v_kept FROM customers
    WHERE shop_id = p_shop AND id = m.customer_id AND merged_into_id IS NOT NULL;
    IF FOUND THEN
      m.customer_id := v_kept;
    END IF;
    IF m.grant_id IS NOT NULL THEN
      SELECT moved_to_id INTO v_grant FROM credit_grant_moves WHERE shop_id = p_shop AND grant_id = m.grant_id;
      IF FOUND THEN
        m.grant_id := v_grant;
      END IF;
    END IF;
    v_all[i] := m;
  END LOOP;
  RETURN v_all;
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
  m := (follow_merged_credit(p_shop, ARRAY[m]))[1];
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

-- Keeps credit of a customer: moves it from the balance to an entry on hold, and records the hold with its code. For a
-- checkout its release is planned; a customer has one live hold for a checkout, which is the answer while there is one.
-- For a renewal the code names the billing cycle, and the hold that has it is the answer, live or not. Answers the hold's
-- id, and null when there is nothing to hold.
-- p_hold: {"currency", "code"}, and of a checkout {"release_task", "release_at"}.
CREATE OR REPLACE FUNCTION hold_credit(p_shop bigint, p_movement jsonb, p_hold jsonb, p_codes jsonb)
RETURNS bigint LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  m credit_movement := jsonb_populate_record(NULL::credit_movement, p_movement);
  v_purpose text := CASE WHEN p_hold ? 'release_task' THEN 'checkout' ELSE 'renewal' END;
  v_id bigint;
  v_posted jsonb;
BEGIN
  PERFORM lock_shop_writes(p_shop);
  m := (follow_merged_credit(p_shop, ARRAY[m]))[1];
  IF v_purpose = 'checkout' THEN
    SELECT id INTO v_id FROM credit_holds
    WHERE shop_id = p_shop AND customer_id = m.customer_id AND state = 'live' AND purpose = 'checkout';
  ELSE
    SELECT id INTO v_id FROM credit_holds WHERE shop_id = p_shop AND code = p_hold ->> 'code';
  END IF;
  IF FOUND THEN
    RETURN v_id;
  END IF;
  v_posted := post_one_credit_movement(p_shop, m, p_codes);
  IF v_posted ->> 'outcome' <> 'posted' THEN
    RETURN NULL;
  END IF;
  INSERT INTO credit_holds (shop_id, customer_id, entry_id, amount_minor, currency, state, code, purpose, created_at)
  VALUES (p_shop, m.customer_id, (v_posted ->> 'entry_id')::bigint, -(v_posted ->> 'amount_minor')::bigint,
    p_hold ->> 'currency', 'live', p_hold ->> 'code', v_purpose, m.at)
  RETURNING id INTO v_id;
  IF v_purpose = 'checkout' THEN
    INSERT INTO due_tasks (shop_id, kind, key, payload, due_at)
    VALUES (p_shop, p_hold ->> 'release_task', v_id::text, jsonb_build_object('holdId', v_id::text),
      (p_hold ->> 'release_at')::timestamptz);
  END IF;
  RETURN v_id;
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
      WHERE shop_id = p_shop AND customer_id = p_gone AND unit = v_unit AND status = 1 ORDER BY id
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
    -- What the person was given and has spent in all is theirs still.
    SELECT * INTO STRICT v_gone FROM credit_accounts
    WHERE shop_id = p_shop AND customer_id = p_gone AND unit = v_unit;
    UPDATE credit_accounts SET issued_minor = 0, used_minor = 0
    WHERE shop_id = p_shop AND customer_id = p_gone AND unit = v_unit;
    UPDATE credit_accounts
    SET issued_minor = issued_minor + v_gone.issued_minor, used_minor = used_minor + v_gone.used_minor
    WHERE shop_id = p_shop AND customer_id = p_kept AND unit = v_unit;
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
  v_all := follow_merged_credit(p_shop, v_all);
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

-- Raises a live hold, or as far as the balance goes, and keeps it longer: more of the balance moves to the hold's
-- entry, which says nothing final before it has ended. Answers the hold's id, also when it holds as much already, and
-- null when it has ended.
-- p_to: {"amount_minor", "release_task", "release_at"}.
CREATE OR REPLACE FUNCTION raise_credit_hold(p_shop bigint, p_hold bigint, p_movement jsonb, p_to jsonb, p_codes jsonb)
RETURNS bigint LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  m credit_movement := jsonb_populate_record(NULL::credit_movement, p_movement);
  v_hold credit_holds;
  v_more bigint;
BEGIN
  SELECT * INTO STRICT v_hold FROM credit_holds WHERE shop_id = p_shop AND id = p_hold FOR UPDATE;
  PERFORM lock_shop_writes(p_shop);
  IF v_hold.state <> 'live' THEN
    RETURN NULL;
  END IF;
  -- Another one than when the caller looked, when the customer was merged meanwhile.
  m.customer_id := v_hold.customer_id;
  PERFORM expire_credit_account(p_shop, m.customer_id, m.unit, m.at, p_codes);
  SELECT least((p_to ->> 'amount_minor')::bigint - v_hold.amount_minor, available_minor) INTO v_more FROM credit_accounts
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit;
  IF v_more <= 0 THEN
    RETURN p_hold;
  END IF;
  UPDATE credit_entries SET amount_minor = amount_minor - v_more WHERE shop_id = p_shop AND id = v_hold.entry_id;
  PERFORM draw_from_credit_grants(p_shop, m, v_hold.entry_id, v_more);
  UPDATE credit_accounts
  SET available_minor = available_minor - v_more, held_minor = held_minor + v_more, updated_at = m.at
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit;
  -- What is held more makes no entry that the summaries would follow.
  UPDATE credit_rankings SET available_minor = available_minor - v_more
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND m.unit = 'money' AND EXISTS (
    SELECT 1 FROM credit_rollups r WHERE r.shop_id = p_shop AND r.last_entry_id >= v_hold.entry_id);
  UPDATE credit_holds SET amount_minor = amount_minor + v_more, raised_at = m.at
  WHERE shop_id = p_shop AND id = p_hold;
  INSERT INTO activities (shop_id, customer_id, actor_kind, actor_name, kind, message, details, created_at)
  VALUES (p_shop, m.customer_id, m.actor_kind, m.actor_name, m.activity_kind, m.message,
    jsonb_build_object('entry_id', v_hold.entry_id::text, 'amount_minor', -v_more, 'type_code', m.type_code), m.at);
  -- A task by itself: a worker may be running the one that was planned before.
  INSERT INTO due_tasks (shop_id, kind, key, payload, due_at)
  VALUES (p_shop, p_to ->> 'release_task', p_hold::text || '@' || (p_to ->> 'release_at'),
    jsonb_build_object('holdId', p_hold::text), (p_to ->> 'release_at')::timestamptz)
  ON CONFLICT (shop_id, kind, key) WHERE done_at IS NULL DO NOTHING;
  RETURN p_hold;
END $$;
