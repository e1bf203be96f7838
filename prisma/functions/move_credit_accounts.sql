-- Adds what each account gets, or subtracts what it gives, in one write an account. Makes the accounts that are
-- missing.
CREATE OR REPLACE FUNCTION move_credit_accounts(p_shop bigint, p_movements credit_movement[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO credit_accounts AS a (shop_id, customer_id, unit, available_minor, issued_minor, used_minor, entry_count,
    updated_at)
  SELECT p_shop, m.customer_id, m.unit, sum(m.amount_minor),
    coalesce(sum(m.amount_minor) FILTER (WHERE m.counts_as = 'issued'), 0),
    coalesce(-sum(m.amount_minor) FILTER (WHERE m.counts_as = 'used'), 0), count(*), max(m.at)
  FROM unnest(p_movements) m WHERE m.amount_minor > 0
  GROUP BY m.customer_id, m.unit
  ON CONFLICT (shop_id, customer_id, unit) DO UPDATE
  SET available_minor = a.available_minor + excluded.available_minor,
      issued_minor = a.issued_minor + excluded.issued_minor, used_minor = a.used_minor + excluded.used_minor,
      entry_count = a.entry_count + excluded.entry_count, updated_at = excluded.updated_at;
  UPDATE credit_accounts a
  SET available_minor = a.available_minor + m.amount_minor,
      used_minor = a.used_minor - CASE WHEN m.counts_as = 'used' THEN m.amount_minor ELSE 0 END,
      entry_count = a.entry_count + 1, updated_at = m.at
  FROM unnest(p_movements) m
  WHERE m.amount_minor < 0 AND a.shop_id = p_shop AND a.customer_id = m.customer_id AND a.unit = m.unit;
END $$;
