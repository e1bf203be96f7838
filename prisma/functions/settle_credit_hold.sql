-- Ends a hold: what was used of it becomes a redemption, soonest-expiring grants first, and the rest goes
-- back to the grants it came from. Answers what was used, and null when the hold had ended before.
CREATE OR REPLACE FUNCTION settle_credit_hold(p_shop bigint, p_entry bigint, p_used bigint, p_redemption jsonb,
  p_codes jsonb)
RETURNS bigint LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  m credit_movement := jsonb_populate_record(NULL::credit_movement, p_redemption);
  v_hold credit_entries;
  v_used bigint;
  v_left bigint;
  v_part record;
  v_entry bigint;
BEGIN
  PERFORM lock_shop_writes(p_shop);
  SELECT * INTO STRICT v_hold FROM credit_entries WHERE shop_id = p_shop AND id = p_entry;
  IF v_hold.status <> 1 THEN
    RETURN NULL;
  END IF;
  v_used := least(p_used, -v_hold.amount_minor);
  v_left := v_used;
  UPDATE credit_entries SET status = CASE WHEN v_used > 0 THEN 2 ELSE 3 END, settled_at = m.at
  WHERE shop_id = p_shop AND id = p_entry;
  UPDATE credit_accounts
  SET available_minor = available_minor - v_hold.amount_minor, held_minor = held_minor + v_hold.amount_minor,
      entry_count = entry_count - 1, updated_at = m.at
  WHERE shop_id = p_shop AND customer_id = v_hold.customer_id AND unit = v_hold.unit;
  -- What comes back makes no entry that the summaries would follow.
  UPDATE credit_rankings SET available_minor = available_minor - v_hold.amount_minor
  WHERE shop_id = p_shop AND customer_id = v_hold.customer_id AND v_hold.unit = 'money' AND EXISTS (
    SELECT 1 FROM credit_rollups r WHERE r.shop_id = p_shop AND r.last_entry_id >= p_entry);
  m.customer_id := v_hold.customer_id;
  m.unit := v_hold.unit;
  IF v_used > 0 THEN
    v_entry := write_credit_entry(p_shop, m, -v_used);
  ELSE
    INSERT INTO activities (shop_id, customer_id, actor_kind, actor_name, kind, message, details, created_at)
    VALUES (p_shop, m.customer_id, m.actor_kind, m.actor_name, m.activity_kind, m.message,
      jsonb_build_object('entry_id', p_entry::text, 'amount_minor', -v_hold.amount_minor), m.at);
    INSERT INTO events (shop_id, id, kind, data, created_at)
    VALUES (p_shop, next_event_id(p_shop), m.event_kind,
      jsonb_build_object('customer_id', m.customer_id::text, 'entry_id', p_entry::text), m.at);
  END IF;
  FOR v_part IN
    SELECT a.grant_id, a.amount_minor, g.expires_at
    FROM credit_allocations a JOIN credit_grants g ON g.shop_id = a.shop_id AND g.id = a.grant_id
    WHERE a.shop_id = p_shop AND a.entry_id = p_entry
    ORDER BY g.expires_at, g.id
  LOOP
    IF v_left > 0 THEN
      INSERT INTO credit_allocations (shop_id, entry_id, grant_id, amount_minor)
      VALUES (p_shop, v_entry, v_part.grant_id, least(v_left, v_part.amount_minor));
    END IF;
    IF v_left < v_part.amount_minor THEN
      UPDATE credit_grants SET remaining_minor = remaining_minor + v_part.amount_minor - v_left
      WHERE shop_id = p_shop AND id = v_part.grant_id;
      PERFORM plan_credit_expiry(p_shop, v_part.expires_at, p_codes);
    END IF;
    v_left := greatest(0, v_left - v_part.amount_minor);
  END LOOP;
  -- What comes back may have outlived its time while it was held.
  PERFORM expire_credit_account(p_shop, v_hold.customer_id, v_hold.unit, m.at, p_codes);
  PERFORM reschedule_credit_forfeits(p_shop, v_hold.customer_id, m.at, p_codes);
  RETURN v_used;
END $$;
