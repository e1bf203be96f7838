-- Moves all credit of a customer who was merged to the one that stays: of each account what can be spent and what is
-- held, as one entry on each side for each plan that gave it, in grants that end when the old ones did. Holds go on under
-- their codes; of two for a checkout the one of the customer who stays does, and the other is released. Nothing of the
-- old entries changes, and nothing is made or lost. Then the customer is marked as merged, so that whatever is posted
-- for them from now on goes to the one that stays. Repeating it moves nothing. Answers the money that moved.
-- p_movements: {"money": {"out", "in", "held"}, "points": {…}}; p_release: the kind of the task that releases a hold.
CREATE OR REPLACE FUNCTION merge_credit(p_shop bigint, p_gone bigint, p_kept bigint, p_at timestamptz,
  p_movements jsonb, p_release text, p_codes jsonb)
RETURNS bigint LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  m credit_movement;
  v_unit text;
  v_gone credit_accounts;
  v_entry record;
  v_plan record;
  v_hold credit_holds;
  v_grants bigint[];
  v_amounts bigint[];
  v_expiries timestamptz[];
  v_out bigint;
  v_in bigint;
  v_last bigint;
  v_moved bigint := 0;
BEGIN
  PERFORM 1 FROM credit_holds WHERE shop_id = p_shop AND customer_id = p_gone ORDER BY id FOR UPDATE;
  PERFORM lock_shop_writes(p_shop);
  FOR v_unit IN SELECT unit FROM credit_accounts WHERE shop_id = p_shop AND customer_id = p_gone ORDER BY unit LOOP
    PERFORM expire_credit_account(p_shop, p_gone, v_unit, p_at, p_codes);
    INSERT INTO credit_accounts (shop_id, customer_id, unit, updated_at) VALUES (p_shop, p_kept, v_unit, p_at)
    ON CONFLICT DO NOTHING;
    -- What is held goes back to its grants first, also where they have ended meanwhile, and is held again below.
    FOR v_entry IN
      SELECT id, amount_minor FROM credit_entries
      WHERE shop_id = p_shop AND customer_id = p_gone AND unit = v_unit AND unit = 'money' AND status = 1 ORDER BY id
    LOOP
      UPDATE credit_grants g SET remaining_minor = g.remaining_minor + a.amount_minor
      FROM credit_allocations a
      WHERE g.shop_id = p_shop AND a.shop_id = p_shop AND a.entry_id = v_entry.id AND g.id = a.grant_id;
      UPDATE credit_entries SET status = 3, settled_at = p_at WHERE shop_id = p_shop AND id = v_entry.id;
      UPDATE credit_accounts
      SET available_minor = available_minor - v_entry.amount_minor, held_minor = held_minor + v_entry.amount_minor,
          entry_count = entry_count - 1
      WHERE shop_id = p_shop AND customer_id = p_gone AND unit = v_unit;
    END LOOP;
    FOR v_plan IN
      SELECT plan_id, sum(remaining_minor)::bigint AS amount FROM credit_grants
      WHERE shop_id = p_shop AND customer_id = p_gone AND unit = v_unit AND remaining_minor > 0
      GROUP BY plan_id ORDER BY plan_id NULLS FIRST
    LOOP
      SELECT array_agg(id ORDER BY expires_at, id), array_agg(remaining_minor ORDER BY expires_at, id),
        array_agg(expires_at ORDER BY expires_at, id)
      INTO v_grants, v_amounts, v_expiries FROM credit_grants
      WHERE shop_id = p_shop AND customer_id = p_gone AND unit = v_unit AND remaining_minor > 0
        AND plan_id IS NOT DISTINCT FROM v_plan.plan_id;
      m := jsonb_populate_record(NULL::credit_movement, p_movements -> v_unit -> 'out');
      m.customer_id := p_gone;
      v_out := write_credit_entry(p_shop, m, -v_plan.amount);
      m := jsonb_populate_record(NULL::credit_movement, p_movements -> v_unit -> 'in');
      m.customer_id := p_kept;
      m.plan_id := v_plan.plan_id;
      m.grant_amounts := v_amounts;
      m.grant_expiries := v_expiries;
      v_in := write_credit_entry(p_shop, m, v_plan.amount);
      v_last := open_credit_grants(p_shop, m, v_in);
      INSERT INTO credit_allocations (shop_id, entry_id, grant_id, amount_minor)
      SELECT p_shop, v_out, part.id, part.amount FROM unnest(v_grants, v_amounts) part (id, amount);
      INSERT INTO credit_grant_moves (shop_id, grant_id, entry_id, moved_to_id)
      SELECT p_shop, g.id, g.entry_id, v_last - cardinality(v_grants) + part.place
      FROM unnest(v_grants) WITH ORDINALITY part (id, place)
      JOIN credit_grants g ON g.shop_id = p_shop AND g.id = part.id;
      UPDATE credit_grants SET remaining_minor = 0 WHERE shop_id = p_shop AND id = ANY (v_grants);
      PERFORM plan_credit_expiry(p_shop, (SELECT min(expires_at) FROM unnest(v_expiries) expires_at), p_codes);
      IF v_unit = 'money' THEN
        v_moved := v_moved + v_plan.amount;
      END IF;
    END LOOP;
    -- What waits for its time waits on with the one that stays.
    UPDATE credit_entries SET customer_id = p_kept
    WHERE shop_id = p_shop AND customer_id = p_gone AND unit = v_unit AND status = 1;
    UPDATE credit_accounts kept SET pending_minor = kept.pending_minor + gone.pending_minor
    FROM credit_accounts gone
    WHERE kept.shop_id = p_shop AND kept.customer_id = p_kept AND kept.unit = v_unit
      AND gone.shop_id = p_shop AND gone.customer_id = p_gone AND gone.unit = v_unit;
    UPDATE credit_accounts SET pending_minor = 0
    WHERE shop_id = p_shop AND customer_id = p_gone AND unit = v_unit;
    -- What the person was given and has spent in all is theirs still, and so is what they owe.
    SELECT * INTO STRICT v_gone FROM credit_accounts
    WHERE shop_id = p_shop AND customer_id = p_gone AND unit = v_unit;
    UPDATE credit_accounts SET issued_minor = 0, used_minor = 0
    WHERE shop_id = p_shop AND customer_id = p_gone AND unit = v_unit;
    UPDATE credit_accounts
    SET issued_minor = issued_minor + v_gone.issued_minor, used_minor = used_minor + v_gone.used_minor
    WHERE shop_id = p_shop AND customer_id = p_kept AND unit = v_unit;
    IF v_gone.owed_minor > 0 THEN
      m := jsonb_populate_record(NULL::credit_movement, p_movements -> v_unit -> 'out');
      m.customer_id := p_gone;
      PERFORM write_credit_entry(p_shop, m, v_gone.owed_minor);
      m := jsonb_populate_record(NULL::credit_movement, p_movements -> v_unit -> 'in');
      m.customer_id := p_kept;
      m.may_owe := true;
      m.amount_minor := -v_gone.owed_minor;
      PERFORM post_one_credit_movement(p_shop, m, p_codes);
    END IF;
  END LOOP;
  -- A grant that had moved to this customer before has moved on.
  UPDATE credit_grant_moves earlier SET moved_to_id = later.moved_to_id
  FROM credit_grant_moves later
  WHERE earlier.shop_id = p_shop AND later.shop_id = p_shop AND later.grant_id = earlier.moved_to_id;
  FOR v_hold IN
    SELECT * FROM credit_holds WHERE shop_id = p_shop AND customer_id = p_gone AND state = 'live' ORDER BY id
  LOOP
    PERFORM 1 FROM credit_holds
    WHERE shop_id = p_shop AND customer_id = p_kept AND state = 'live' AND purpose = 'checkout';
    IF FOUND AND v_hold.purpose = 'checkout' THEN
      -- Its code is closed by the task, and what an order has used of it meanwhile is taken from the balance.
      UPDATE credit_holds SET state = 'released', settled_at = p_at, discount_gid = NULL
      WHERE shop_id = p_shop AND id = v_hold.id;
      INSERT INTO due_tasks (shop_id, kind, key, payload, due_at)
      VALUES (p_shop, p_release, v_hold.id::text || '@' || p_at::text,
        jsonb_build_object('holdId', v_hold.id::text), p_at)
      ON CONFLICT (shop_id, kind, key) WHERE done_at IS NULL DO NOTHING;
    ELSE
      m := jsonb_populate_record(NULL::credit_movement, p_movements -> 'money' -> 'held');
      m.customer_id := p_kept;
      v_in := write_credit_entry(p_shop, m, -v_hold.amount_minor);
      INSERT INTO credit_allocations (shop_id, entry_id, grant_id, amount_minor)
      SELECT p_shop, v_in, moved.moved_to_id, a.amount_minor
      FROM credit_allocations a
      JOIN credit_grant_moves moved ON moved.shop_id = p_shop AND moved.grant_id = a.grant_id
      WHERE a.shop_id = p_shop AND a.entry_id = v_hold.entry_id;
      UPDATE credit_grants g SET remaining_minor = g.remaining_minor - a.amount_minor
      FROM credit_allocations a
      WHERE g.shop_id = p_shop AND a.shop_id = p_shop AND a.entry_id = v_in AND g.id = a.grant_id;
      UPDATE credit_holds SET entry_id = v_in, customer_id = p_kept WHERE shop_id = p_shop AND id = v_hold.id;
    END IF;
  END LOOP;
  -- Those that have ended too: what is returned of an order goes to the one that stays.
  UPDATE credit_holds SET customer_id = p_kept WHERE shop_id = p_shop AND customer_id = p_gone;
  FOR v_unit IN SELECT unit FROM credit_accounts WHERE shop_id = p_shop AND customer_id = p_kept ORDER BY unit LOOP
    PERFORM expire_credit_account(p_shop, p_kept, v_unit, p_at, p_codes);
  END LOOP;
  UPDATE customers kept SET pays_renewals_with_credit = kept.pays_renewals_with_credit OR gone.pays_renewals_with_credit
  FROM customers gone
  WHERE kept.shop_id = p_shop AND kept.id = p_kept AND gone.shop_id = p_shop AND gone.id = p_gone;
  UPDATE customers SET merged_into_id = p_kept, merged_at = coalesce(merged_at, p_at), pays_renewals_with_credit = false
  WHERE shop_id = p_shop AND (id = p_gone OR merged_into_id = p_gone);
  RETURN v_moved;
END $$;
