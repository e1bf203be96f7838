-- Takes an amount out of an account's grants, soonest-expiring first, and keeps which gave how much.
CREATE OR REPLACE FUNCTION draw_from_credit_grants(p_shop bigint, m credit_movement, p_entry bigint, p_amount bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_left bigint := p_amount;
  v_grant record;
  v_part bigint;
BEGIN
  FOR v_grant IN
    SELECT id, remaining_minor FROM credit_grants
    WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit AND remaining_minor > 0
      AND (m.grant_id IS NULL OR id = m.grant_id)
    ORDER BY expires_at, id
  LOOP
    v_part := least(v_left, v_grant.remaining_minor);
    UPDATE credit_grants SET remaining_minor = remaining_minor - v_part WHERE shop_id = p_shop AND id = v_grant.id;
    INSERT INTO credit_allocations (shop_id, entry_id, grant_id, amount_minor)
    VALUES (p_shop, p_entry, v_grant.id, v_part)
    -- Of a hold that is raised.
    ON CONFLICT (shop_id, entry_id, grant_id) DO UPDATE
    SET amount_minor = credit_allocations.amount_minor + excluded.amount_minor;
    v_left := v_left - v_part;
    EXIT WHEN v_left = 0;
  END LOOP;
  ASSERT v_left = 0, 'an account''s grants hold less than it may spend';
END $$;
