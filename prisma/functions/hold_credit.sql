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
