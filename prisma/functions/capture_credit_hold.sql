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
