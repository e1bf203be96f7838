-- What of an account expires first, and when. Null when nothing does.
CREATE OR REPLACE FUNCTION read_next_credit_expiry(p_shop bigint, p_customer bigint, p_unit text)
RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_next jsonb;
BEGIN
  SELECT jsonb_build_object('amount_minor', sum(g.remaining_minor), 'expires_at', g.expires_at) INTO v_next
  FROM credit_grants g
  WHERE g.shop_id = p_shop AND g.customer_id = p_customer AND g.unit = p_unit AND g.remaining_minor > 0
    AND g.expires_at IS NOT NULL
  GROUP BY g.expires_at ORDER BY g.expires_at LIMIT 1;
  RETURN v_next;
END $$;
