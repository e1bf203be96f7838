-- What an account holds, as the answer to a movement tells it.
CREATE OR REPLACE FUNCTION read_credit_account(p_shop bigint, p_customer bigint, p_unit text)
RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_account jsonb;
BEGIN
  SELECT jsonb_build_object('available_minor', a.available_minor, 'held_minor', a.held_minor,
    'issued_minor', a.issued_minor, 'used_minor', a.used_minor, 'pending_minor', a.pending_minor,
    'owed_minor', a.owed_minor, 'updated_at', a.updated_at) INTO v_account
  FROM credit_accounts a
  WHERE a.shop_id = p_shop AND a.customer_id = p_customer AND a.unit = p_unit;
  RETURN v_account || jsonb_build_object('next_expiry', read_next_credit_expiry(p_shop, p_customer, p_unit));
END $$;
