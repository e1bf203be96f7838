-- The movements as they are to be posted: those of a customer who was merged go to the one that stays, and what takes
-- from a grant that moved takes from where it went. The caller holds the store's lock.
CREATE OR REPLACE FUNCTION follow_merged_credit(p_shop bigint, p_movements credit_movement[])
RETURNS credit_movement[] LANGUAGE plpgsql AS $$
DECLARE
  v_all credit_movement[] := p_movements;
  m credit_movement;
  v_kept bigint;
  v_grant bigint;
BEGIN
  PERFORM 1 FROM customers WHERE shop_id = p_shop AND merged_into_id IS NOT NULL LIMIT 1;
  IF NOT FOUND THEN
    RETURN v_all;
  END IF;
  FOR i IN 1 .. cardinality(v_all) LOOP
    m := v_all[i];
    SELECT merged_into_id INTO v_kept FROM customers
    WHERE shop_id = p_shop AND id = m.customer_id AND merged_into_id IS NOT NULL;
    IF FOUND THEN
      m.customer_id := v_kept;
    END IF;
    IF m.grant_id IS NOT NULL THEN
      SELECT moved_to_id INTO v_grant FROM credit_grant_moves WHERE shop_id = p_shop AND grant_id = m.grant_id;
      IF FOUND THEN
        m.grant_id := v_grant;
      END IF;
    END IF;
    v_all[i] := m;
  END LOOP;
  RETURN v_all;
END $$;
