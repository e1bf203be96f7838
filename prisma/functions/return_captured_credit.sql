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
