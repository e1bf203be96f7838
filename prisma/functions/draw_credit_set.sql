-- Takes what a set's deductions take, at most one of an account, out of the grants that expire soonest, and keeps
-- which grant gave how much. The entries' ids follow p_entry in the order of the movements.
CREATE OR REPLACE FUNCTION draw_credit_set(p_shop bigint, p_movements credit_movement[], p_entry bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO credit_allocations (shop_id, entry_id, grant_id, amount_minor)
  SELECT p_shop, p_entry + m.ordinality, drawn.id,
    least(drawn.remaining_minor, -m.amount_minor - drawn.before_minor)
  FROM unnest(p_movements) WITH ORDINALITY m
  CROSS JOIN LATERAL (
    SELECT g.id, g.remaining_minor,
      coalesce(sum(g.remaining_minor) OVER (ORDER BY g.expires_at, g.id
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before_minor
    FROM credit_grants g
    WHERE g.shop_id = p_shop AND g.customer_id = m.customer_id AND g.unit = m.unit AND g.remaining_minor > 0
    ORDER BY g.expires_at, g.id LIMIT 50) drawn
  WHERE m.amount_minor < 0 AND drawn.before_minor < -m.amount_minor;
  UPDATE credit_grants g SET remaining_minor = g.remaining_minor - a.amount_minor
  FROM credit_allocations a
  WHERE a.shop_id = p_shop AND a.entry_id > p_entry AND a.entry_id <= p_entry + cardinality(p_movements)
    AND g.shop_id = p_shop AND g.id = a.grant_id;
END $$;
