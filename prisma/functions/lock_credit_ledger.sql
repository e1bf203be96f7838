-- One store's ledger is written by one transaction at a time. That is what makes an entry's id visible in
-- its order, so that a reader which pages by id misses none; and it spares every other lock.
CREATE OR REPLACE FUNCTION lock_credit_ledger(p_shop bigint) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('credit ledger', p_shop));
$$;
