-- Expires what is over in up to p_accounts accounts of a store and answers how many those were. When there are none,
-- plans the task for what expires next.
CREATE OR REPLACE FUNCTION expire_credit(p_shop bigint, p_at timestamptz, p_accounts integer, p_codes jsonb)
RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  v_account record;
  v_count integer := 0;
  v_next timestamptz;
BEGIN
  PERFORM lock_shop_writes(p_shop);
  FOR v_account IN
    SELECT DISTINCT customer_id, unit FROM (
      SELECT customer_id, unit FROM credit_grants
      WHERE shop_id = p_shop AND remaining_minor > 0 AND expires_at <= p_at
      LIMIT p_accounts) due
  LOOP
    PERFORM expire_credit_account(p_shop, v_account.customer_id, v_account.unit, p_at, p_codes);
    v_count := v_count + 1;
  END LOOP;
  IF v_count = 0 THEN
    SELECT min(expires_at) INTO v_next FROM credit_grants
    WHERE shop_id = p_shop AND remaining_minor > 0 AND expires_at > p_at;
    PERFORM plan_credit_expiry(p_shop, v_next, p_codes);
  END IF;
  RETURN v_count;
END $$;
