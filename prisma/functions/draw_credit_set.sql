-- Takes what a set's deductions take, at most one of an account, out of the grants that expire soonest, and keeps
-- which grant gave how much. The entries' ids follow p_entry in the order of the movements.
CREATE OR REPLACE FUNCTION draw_credit_set(p_shop bigint, p_movements credit_movement[], p_entry bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_drawn record;
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
  FOR v_drawn IN
    SELECT grant_id, amount_minor FROM credit_allocations
    WHERE shop_id = p_shop AND entry_id > p_entry AND entry_id <= p_entry + cardinality(p_movements)
  LOOP
    UPDATE credit_grants SET remaining_minor = remaining_minor - v_drawn.amount_minor
    WHERE shop_id = p_shop AND id = v_drawn.grant_id;
  END LOOP;
END $$;
