CREATE OR REPLACE FUNCTION open_credit_grants(p_shop bigint, m credit_movement, p_entry bigint)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_part record;
  v_grant bigint;
BEGIN
  IF m.parts IS NULL THEN
    INSERT INTO credit_grants (shop_id, customer_id, entry_id, unit, amount_minor, remaining_minor, plan_id, created_at)
    VALUES (p_shop, m.customer_id, p_entry, m.unit, m.amount_minor, m.amount_minor, m.plan_id, m.at)
    RETURNING id INTO v_grant;
    RETURN v_grant;
  END IF;
  FOR v_part IN
    SELECT (part ->> 'amount_minor')::bigint AS amount_minor, (part ->> 'expires_at')::timestamptz AS expires_at
    FROM jsonb_array_elements(m.parts) part
  LOOP
    INSERT INTO credit_grants (shop_id, customer_id, entry_id, unit, amount_minor, remaining_minor, expires_at,
      plan_id, created_at)
    VALUES (p_shop, m.customer_id, p_entry, m.unit, v_part.amount_minor, v_part.amount_minor,
      v_part.expires_at, m.plan_id, m.at)
    RETURNING id INTO v_grant;
    IF v_part.expires_at IS NOT NULL THEN
      PERFORM plan_credit_expiry(p_shop, v_part.expires_at);
    END IF;
  END LOOP;
  RETURN v_grant;
END $$;
