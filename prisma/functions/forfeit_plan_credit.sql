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
