-- Opens the grants of an entry that gives, and answers the last one's id. The caller holds the store's lock.
CREATE OR REPLACE FUNCTION open_credit_grants(p_shop bigint, m credit_movement, p_entry bigint)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_grant bigint;
BEGIN
  SELECT coalesce(max(id), 0) INTO v_grant FROM credit_grants WHERE shop_id = p_shop;
  INSERT INTO credit_grants (shop_id, id, customer_id, entry_id, unit, amount_minor, remaining_minor, expires_at,
    plan_id, created_at)
  SELECT p_shop, v_grant + part.place, m.customer_id, p_entry, m.unit, part.amount_minor, part.amount_minor,
    part.expires_at, m.plan_id, m.at
  FROM unnest(m.grant_amounts, m.grant_expiries) WITH ORDINALITY part (amount_minor, expires_at, place);
  RETURN v_grant + cardinality(m.grant_amounts);
END $$;
