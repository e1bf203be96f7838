-- Ends the grants of an account whose time is over, each with an entry. The caller holds the store's lock.
CREATE OR REPLACE FUNCTION expire_credit_account(p_shop bigint, p_customer bigint, p_unit text, p_at timestamptz,
  p_codes jsonb)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_count integer := 0;
  v_grant record;
  m credit_movement := jsonb_populate_record(NULL::credit_movement, p_codes -> 'expired' -> p_unit);
  v_entry bigint;
BEGIN
  FOR v_grant IN
    SELECT id, remaining_minor, expires_at FROM credit_grants
    WHERE shop_id = p_shop AND customer_id = p_customer AND unit = p_unit AND remaining_minor > 0
      AND expires_at <= p_at
    ORDER BY expires_at, id
  LOOP
    m.customer_id := p_customer;
    m.unit := p_unit;
    m.grant_id := v_grant.id;
    -- When it did, however much later this runs, unless it came back after that from a hold.
    SELECT greatest(v_grant.expires_at, updated_at) INTO m.at FROM credit_accounts
    WHERE shop_id = p_shop AND customer_id = p_customer AND unit = p_unit;
    v_entry := write_credit_entry(p_shop, m, -v_grant.remaining_minor);
    PERFORM draw_from_credit_grants(p_shop, m, v_entry, v_grant.remaining_minor);
    v_count := v_count + 1;
  END LOOP;
  RETURN v_count;
END $$;
