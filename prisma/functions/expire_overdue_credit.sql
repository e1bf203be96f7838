-- expire_credit_account for a reader who found something overdue.
CREATE OR REPLACE FUNCTION expire_overdue_credit(p_shop bigint, p_customer bigint, p_unit text, p_at timestamptz,
  p_codes jsonb)
RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off AS $$
BEGIN
  PERFORM lock_shop_writes(p_shop);
  RETURN expire_credit_account(p_shop, p_customer, p_unit, p_at, p_codes);
END $$;
