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

-- Gives the next members of a run their credit: one part of the run, whole or not at all. Members are the
-- customers with an active subscription to the plan, each once, without those whose data was erased. Answers how many were given credit. One event
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
    SELECT DISTINCT s.customer_id FROM subscriptions s
    JOIN customers c ON c.shop_id = s.shop_id AND c.id = s.customer_id AND c.redacted_at IS NULL
    WHERE s.shop_id = p_shop AND s.plan_id = v_run.plan_id AND s.status = 'active'
      AND s.customer_id > v_run.cursor_customer_id
    ORDER BY s.customer_id LIMIT p_customers) member;
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

-- Keeps credit of a customer for a checkout: moves it from the balance to an entry on hold, records the hold with
-- its code, and plans its release. A customer has one live hold; while there is one, it is the answer. Answers the
-- live hold's id, and null when there is nothing to hold.
-- p_hold: {"currency", "code", "release_task", "release_at"}.
CREATE OR REPLACE FUNCTION hold_credit(p_shop bigint, p_movement jsonb, p_hold jsonb, p_codes jsonb)
RETURNS bigint LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  m credit_movement := jsonb_populate_record(NULL::credit_movement, p_movement);
  v_id bigint;
  v_posted jsonb;
BEGIN
  PERFORM lock_shop_writes(p_shop);
  SELECT id INTO v_id FROM credit_holds
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND state = 'live';
  IF FOUND THEN
    RETURN v_id;
  END IF;
  v_posted := post_one_credit_movement(p_shop, m, p_codes);
  IF v_posted ->> 'outcome' <> 'posted' THEN
    RETURN NULL;
  END IF;
  INSERT INTO credit_holds (shop_id, customer_id, entry_id, amount_minor, currency, state, code, created_at)
  VALUES (p_shop, m.customer_id, (v_posted ->> 'entry_id')::bigint, -(v_posted ->> 'amount_minor')::bigint,
    p_hold ->> 'currency', 'live', p_hold ->> 'code', m.at)
  RETURNING id INTO v_id;
  INSERT INTO due_tasks (shop_id, kind, key, payload, due_at)
  VALUES (p_shop, p_hold ->> 'release_task', v_id::text, jsonb_build_object('holdId', v_id::text),
    (p_hold ->> 'release_at')::timestamptz);
  RETURN v_id;
END $$;

-- Gives back what a live hold keeps. One that was captured or released stays as it is, except that it learns of
-- its code on the platform, which may have been found late. With p_only_uncoded a hold that has its code stays live.
CREATE OR REPLACE FUNCTION release_credit_hold(p_shop bigint, p_hold bigint, p_discount text, p_only_uncoded boolean,
  p_movement jsonb, p_codes jsonb)
RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  m credit_movement := jsonb_populate_record(NULL::credit_movement, p_movement);
  v_hold credit_holds;
BEGIN
  SELECT * INTO STRICT v_hold FROM credit_holds WHERE shop_id = p_shop AND id = p_hold FOR UPDATE;
  PERFORM lock_shop_writes(p_shop);
  IF p_only_uncoded AND v_hold.discount_gid IS NOT NULL THEN
    RETURN;
  END IF;
  UPDATE credit_holds SET discount_gid = coalesce(discount_gid, p_discount),
    state = CASE WHEN state = 'live' THEN 'released' ELSE state END, settled_at = coalesce(settled_at, m.at)
  WHERE shop_id = p_shop AND id = p_hold;
  IF v_hold.state = 'live' THEN
    PERFORM settle_credit_hold(p_shop, v_hold.entry_id, 0, p_movement, p_codes);
  END IF;
END $$;

-- Makes the forfeits that wait for a customer's held credit due now: what has come back must not be spent
-- meanwhile. Each look is a task by itself, because one that a worker is running may have looked already.
CREATE OR REPLACE FUNCTION reschedule_credit_forfeits(p_shop bigint, p_customer bigint, p_at timestamptz,
  p_codes jsonb)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO due_tasks (shop_id, kind, key, payload, due_at)
  SELECT p_shop, t.kind, s.id::text || '@' || p_at::text, t.payload, p_at
  FROM due_tasks t JOIN subscriptions s ON s.shop_id = t.shop_id AND s.id = (t.payload ->> 'subscriptionId')::bigint
  WHERE t.shop_id = p_shop AND t.kind = p_codes ->> 'forfeit_task' AND t.done_at IS NULL
    AND s.customer_id = p_customer
  ON CONFLICT (shop_id, kind, key) WHERE done_at IS NULL DO NOTHING;
END $$;

-- Returns credit that an order had captured, each cause as one movement. Answers false, with nothing returned, when
-- the hold has returned another amount by now than the movements follow on.
CREATE OR REPLACE FUNCTION return_captured_credit(p_shop bigint, p_hold bigint, p_returned bigint, p_movements jsonb,
  p_codes jsonb)
RETURNS boolean LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  v_now bigint;
  v_result jsonb;
BEGIN
  SELECT returned_minor INTO STRICT v_now FROM credit_holds WHERE shop_id = p_shop AND id = p_hold FOR UPDATE;
  IF v_now <> p_returned THEN
    RETURN false;
  END IF;
  FOR v_result IN SELECT value FROM jsonb_array_elements(post_credit(p_shop, p_movements, p_codes)) LOOP
    IF v_result ->> 'outcome' <> 'posted' THEN
      RAISE 'credit of an order was not returned: %', v_result ->> 'outcome';
    END IF;
    v_now := v_now + (v_result ->> 'amount_minor')::bigint;
  END LOOP;
  UPDATE credit_holds SET returned_minor = v_now WHERE shop_id = p_shop AND id = p_hold;
  RETURN true;
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
  PERFORM reschedule_credit_forfeits(p_shop, v_hold.customer_id, m.at, p_codes);
  RETURN v_used;
END $$;
