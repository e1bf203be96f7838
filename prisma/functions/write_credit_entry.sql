CREATE OR REPLACE FUNCTION write_credit_entry(p_shop bigint, m credit_movement, p_amount bigint)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_entry bigint;
  v_expires timestamptz;
  v_on_hold boolean := coalesce(m.on_hold, false);
  v_direction text := CASE WHEN p_amount > 0 THEN 'added' WHEN v_on_hold THEN 'held' ELSE 'deducted' END;
BEGIN
  IF m.parts IS NOT NULL THEN
    SELECT min((part ->> 'expires_at')::timestamptz) INTO v_expires FROM jsonb_array_elements(m.parts) part;
  END IF;
  INSERT INTO credit_entries (shop_id, customer_id, unit, type_code, status, amount_minor, message, reason,
    expires_at, order_gid, order_name, used_in, source_key, actor_kind, actor_name, created_at)
  VALUES (p_shop, m.customer_id, m.unit, m.type_code, CASE WHEN v_on_hold THEN 1 ELSE 0 END, p_amount,
    m.message, m.reason, v_expires, m.order_gid, m.order_name, m.used_in, m.source_key, m.actor_kind,
    m.actor_name, m.at)
  RETURNING id INTO v_entry;
  UPDATE credit_accounts
  SET available_minor = available_minor + p_amount,
      held_minor = held_minor - CASE WHEN v_on_hold THEN p_amount ELSE 0 END,
      -- What comes back from an order was issued before, and is no longer used.
      issued_minor = issued_minor + CASE WHEN p_amount > 0 AND m.type_code <> 3 THEN p_amount ELSE 0 END,
      used_minor = used_minor - CASE WHEN m.type_code IN (2, 3) AND NOT v_on_hold THEN p_amount ELSE 0 END,
      updated_at = m.at
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit;
  INSERT INTO activities (shop_id, customer_id, actor_kind, actor_name, kind, message, details, created_at)
  VALUES (p_shop, m.customer_id, m.actor_kind, m.actor_name,
    CASE m.unit WHEN 'money' THEN 'store_credit.' ELSE 'points.' END || v_direction, m.message,
    jsonb_build_object('entry_id', v_entry::text, 'amount_minor', p_amount, 'type_code', m.type_code), m.at);
  IF NOT v_on_hold THEN
    INSERT INTO events (shop_id, kind, data, created_at)
    VALUES (p_shop, CASE m.unit WHEN 'money' THEN 'store_credit.' || v_direction ELSE 'member.points_changed' END,
      jsonb_build_object('customer_id', m.customer_id::text, 'entry_id', v_entry::text), m.at);
  END IF;
  RETURN v_entry;
END $$;
