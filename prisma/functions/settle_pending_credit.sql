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
