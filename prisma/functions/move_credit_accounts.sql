-- Adds what each account gets, or subtracts what it gives, in one write an account. Makes the accounts that are
-- missing.
CREATE OR REPLACE FUNCTION move_credit_accounts(p_shop bigint, p_movements credit_movement[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_taken credit_movement;
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
  FOREACH v_taken IN ARRAY p_movements LOOP
    IF v_taken.amount_minor < 0 THEN
      UPDATE credit_accounts
      SET available_minor = available_minor + v_taken.amount_minor,
          used_minor = used_minor - CASE WHEN v_taken.counts_as = 'used' THEN v_taken.amount_minor ELSE 0 END,
          entry_count = entry_count + 1, updated_at = v_taken.at
      WHERE shop_id = p_shop AND customer_id = v_taken.customer_id AND unit = v_taken.unit;
    END IF;
  END LOOP;
END $$;
