-- Expires what is over in up to p_accounts accounts of a store. Answers how many accounts that were.
CREATE OR REPLACE FUNCTION expire_credit(p_shop bigint, p_at timestamptz, p_accounts integer)
RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  v_account record;
  v_count integer := 0;
BEGIN
  PERFORM lock_credit_ledger(p_shop);
  FOR v_account IN
    SELECT DISTINCT customer_id, unit FROM (
      SELECT customer_id, unit FROM credit_grants
      WHERE shop_id = p_shop AND remaining_minor > 0 AND expires_at <= p_at
      LIMIT p_accounts) due
  LOOP
    PERFORM expire_credit_account(p_shop, v_account.customer_id, v_account.unit, p_at);
    v_count := v_count + 1;
  END LOOP;
  RETURN v_count;
END $$;
