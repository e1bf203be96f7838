-- Posts movements one after another, each whole or not at all, and answers one result for each. With an
-- idempotency key that was used within a day the earlier result comes back (`replayed`), or `conflict`
-- when it was used for something else.
CREATE OR REPLACE FUNCTION post_credit(p_shop bigint, p_movements jsonb) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  m credit_movement;
  v_known record;
  v_result jsonb;
  v_results jsonb[] := '{}';
BEGIN
  PERFORM lock_credit_ledger(p_shop);
  FOR m IN SELECT * FROM jsonb_populate_recordset(NULL::credit_movement, p_movements) LOOP
    v_result := NULL;
    IF m.idempotency_key IS NOT NULL THEN
      SELECT input_hash, result INTO v_known FROM idempotency_keys
      WHERE shop_id = p_shop AND purpose = 'store-credit' AND key = m.idempotency_key
        AND created_at > now() - interval '24 hours';
      IF FOUND THEN
        v_result := CASE WHEN v_known.input_hash = m.input_hash
          THEN v_known.result || '{"outcome": "replayed"}' ELSE '{"outcome": "conflict"}' END;
      END IF;
    END IF;
    IF v_result IS NULL THEN
      v_result := post_one_credit_movement(p_shop, m);
      IF m.idempotency_key IS NOT NULL AND v_result ->> 'outcome' = 'posted' THEN
        INSERT INTO idempotency_keys (shop_id, purpose, key, input_hash, result)
        VALUES (p_shop, 'store-credit', m.idempotency_key, m.input_hash, v_result)
        ON CONFLICT (shop_id, purpose, key) DO UPDATE
        SET input_hash = excluded.input_hash, result = excluded.result, created_at = now();
      END IF;
    END IF;
    v_results := v_results || v_result;
  END LOOP;
  RETURN to_jsonb(v_results);
END $$;
