-- Posts one movement and answers as post_credit does. The caller holds the store's lock.
CREATE OR REPLACE FUNCTION post_one_credit_movement(p_shop bigint, m credit_movement, p_codes jsonb)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_known record;
  v_amount bigint := m.amount_minor;
  v_available bigint;
  v_owed bigint;
  v_pending bigint;
  v_drawn bigint;
  v_entry bigint;
  v_grant bigint;
  v_result jsonb;
BEGIN
  IF m.idempotency_key IS NOT NULL THEN
    SELECT input_hash, result INTO v_known FROM idempotency_keys
    WHERE shop_id = p_shop AND purpose = p_codes ->> 'idempotency_purpose' AND key = m.idempotency_key
      AND created_at > now() - interval '24 hours';
    IF FOUND THEN
      RETURN CASE WHEN v_known.input_hash = m.input_hash
        THEN v_known.result || '{"outcome": "replayed"}' ELSE '{"outcome": "conflict"}' END;
    END IF;
  END IF;
  IF m.source_key IS NOT NULL AND EXISTS (
    SELECT 1 FROM credit_entries WHERE shop_id = p_shop AND source_key = m.source_key) THEN
    RETURN jsonb_build_object('outcome', 'repeated');
  END IF;
  PERFORM expire_credit_account(p_shop, m.customer_id, m.unit, m.at, p_codes);
  SELECT available_minor, owed_minor, pending_minor INTO v_available, v_owed, v_pending FROM credit_accounts
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit;
  IF NOT FOUND THEN
    -- Nobody else can be making it: the store's writes are locked.
    INSERT INTO credit_accounts (shop_id, customer_id, unit, updated_at)
    VALUES (p_shop, m.customer_id, m.unit, m.at);
    v_available := 0;
    v_owed := 0;
    v_pending := 0;
  END IF;
  IF v_amount < 0 THEN
    IF coalesce(m.is_pending, false) THEN
      v_available := v_pending;
    ELSIF m.grant_id IS NOT NULL THEN
      SELECT remaining_minor INTO v_available FROM credit_grants WHERE shop_id = p_shop AND id = m.grant_id;
    END IF;
    v_drawn := least(-v_amount, v_available);
    IF NOT coalesce(m.may_owe, false) THEN
      v_amount := -v_drawn;
    END IF;
    IF v_amount = 0 THEN
      RETURN jsonb_build_object('outcome', 'nothing');
    END IF;
  ELSIF v_available + v_pending + v_amount > 9007199254740991 THEN
    RETURN jsonb_build_object('outcome', 'too_much');
  END IF;
  v_entry := write_credit_entry(p_shop, m, v_amount);
  IF coalesce(m.is_pending, false) THEN
    -- Nothing to draw from, and nothing to spend, before its time.
  ELSIF v_amount > 0 THEN
    v_grant := open_credit_grants(p_shop, m, v_entry);
    IF v_owed > 0 THEN
      PERFORM draw_from_credit_grants(p_shop, m, v_entry, least(v_owed, v_amount));
    END IF;
    PERFORM plan_credit_expiry(p_shop, (SELECT min(expires_at) FROM unnest(m.grant_expiries) expires_at), p_codes);
  ELSE
    IF v_drawn > 0 THEN
      PERFORM draw_from_credit_grants(p_shop, m, v_entry, v_drawn);
    END IF;
  END IF;
  v_result := jsonb_build_object('outcome', 'posted', 'entry_id', v_entry::text, 'grant_id', v_grant::text,
    'amount_minor', v_amount, 'at', m.at,
    'account', read_credit_account(p_shop, m.customer_id, m.unit));
  IF m.idempotency_key IS NOT NULL THEN
    INSERT INTO idempotency_keys (shop_id, purpose, key, input_hash, result, created_at)
    VALUES (p_shop, p_codes ->> 'idempotency_purpose', m.idempotency_key, m.input_hash, v_result, now())
    ON CONFLICT (shop_id, purpose, key) DO UPDATE
    SET input_hash = excluded.input_hash, result = excluded.result, answer = NULL, created_at = excluded.created_at;
  END IF;
  RETURN v_result;
END $$;
