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
  INSERT INTO events (shop_id, id, kind, data, created_at)
  VALUES (p_shop, next_event_id(p_shop), m.event_kind,
    jsonb_build_object('customer_id', m.customer_id::text, 'entry_id', v_hold.entry_id::text), m.at);
  -- A task by itself: a worker may be running the one that was planned before.
  INSERT INTO due_tasks (shop_id, kind, key, payload, due_at)
  VALUES (p_shop, p_to ->> 'release_task', p_hold::text || '@' || (p_to ->> 'release_at'),
    jsonb_build_object('holdId', p_hold::text), (p_to ->> 'release_at')::timestamptz)
  ON CONFLICT (shop_id, kind, key) WHERE done_at IS NULL DO NOTHING;
  RETURN p_hold;
END $$;
