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
