-- Writes one entry of p_amount with the account, the activity line and the event that belong to it. The caller holds
-- the store's lock, and has made the account. What takes more than there is becomes a debt, and what gives pays the
-- debt first. A pending entry moves only what is pending.
CREATE OR REPLACE FUNCTION write_credit_entry(p_shop bigint, m credit_movement, p_amount bigint)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_entry bigint;
  v_total bigint;
  v_on_hold boolean := coalesce(m.on_hold, false);
  v_pending boolean := coalesce(m.is_pending, false);
  v_moves bigint := CASE WHEN coalesce(m.is_pending, false) THEN 0 ELSE p_amount END;
  v_expires timestamptz := (SELECT min(expires_at) FROM unnest(m.grant_expiries) expires_at);
BEGIN
  UPDATE credit_accounts
  SET available_minor = greatest(available_minor - owed_minor + v_moves, 0),
      owed_minor = greatest(owed_minor - available_minor - v_moves, 0),
      pending_minor = pending_minor + p_amount - v_moves,
      held_minor = held_minor - CASE WHEN v_on_hold THEN p_amount ELSE 0 END,
      issued_minor = issued_minor + CASE WHEN m.counts_as = 'issued' THEN v_moves ELSE 0 END,
      used_minor = used_minor - CASE WHEN m.counts_as = 'used' THEN p_amount ELSE 0 END,
      entry_count = entry_count + 1, updated_at = m.at
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit
  RETURNING available_minor + held_minor - owed_minor INTO v_total;
  SELECT coalesce(max(id), 0) + 1 INTO v_entry FROM credit_entries WHERE shop_id = p_shop;
  INSERT INTO credit_entries (shop_id, id, customer_id, unit, type_code, status, amount_minor, total_after_minor,
    message, reason, expires_at, order_gid, order_name, used_in, source_key, actor_kind, actor_name, created_at)
  VALUES (p_shop, v_entry, m.customer_id, m.unit, m.type_code, CASE WHEN v_on_hold OR v_pending THEN 1 ELSE 0 END, p_amount,
    v_total, m.message, m.reason, v_expires, m.order_gid, m.order_name, m.used_in, m.source_key, m.actor_kind,
    m.actor_name, m.at);
  INSERT INTO activities (shop_id, customer_id, actor_kind, actor_name, kind, message, details, created_at)
  VALUES (p_shop, m.customer_id, m.actor_kind, m.actor_name, m.activity_kind, m.message,
    jsonb_build_object('entry_id', v_entry::text, 'amount_minor', p_amount, 'type_code', m.type_code), m.at);
  IF m.event_kind IS NOT NULL THEN
    INSERT INTO events (shop_id, id, kind, data, created_at)
    VALUES (p_shop, next_event_id(p_shop), m.event_kind,
      jsonb_build_object('customer_id', m.customer_id::text, 'entry_id', v_entry::text), m.at);
  END IF;
  RETURN v_entry;
END $$;
