-- Posts movements that find_plain_credit has found plain: each table is written once, each account once. The caller
-- holds the store's lock. Accounts are looked up by LATERAL with a limit, which leaves the planner no way but their
-- key, however old its idea of the table is.
CREATE OR REPLACE FUNCTION post_credit_set(p_shop bigint, p_movements credit_movement[], p_codes jsonb)
RETURNS jsonb[] LANGUAGE plpgsql AS $$
DECLARE
  v_entry bigint;
  v_grant bigint;
  v_event bigint;
  v_results jsonb[];
BEGIN
  SELECT coalesce(max(id), 0) INTO v_entry FROM credit_entries WHERE shop_id = p_shop;
  SELECT coalesce(max(id), 0) INTO v_grant FROM credit_grants WHERE shop_id = p_shop;
  SELECT coalesce(max(id), 0) INTO v_event FROM events WHERE shop_id = p_shop;
  PERFORM move_credit_accounts(p_shop, p_movements);
  INSERT INTO credit_entries (shop_id, id, customer_id, unit, type_code, amount_minor, total_after_minor, message,
    reason, expires_at, order_gid, order_name, used_in, source_key, actor_kind, actor_name, created_at)
  SELECT p_shop, v_entry + m.ordinality, m.customer_id, m.unit, m.type_code, m.amount_minor,
    a.available_minor + a.held_minor - coalesce(sum(m.amount_minor) OVER later, 0), m.message, m.reason,
    (SELECT min(expires_at) FROM unnest(m.grant_expiries) expires_at), m.order_gid, m.order_name, m.used_in,
    m.source_key, m.actor_kind, m.actor_name, m.at
  FROM unnest(p_movements) WITH ORDINALITY m
  CROSS JOIN LATERAL (
    SELECT * FROM credit_accounts
    WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit LIMIT 1) a
  WINDOW later AS (PARTITION BY m.customer_id, m.unit ORDER BY m.ordinality
    ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)
  ORDER BY m.ordinality;
  INSERT INTO credit_grants (shop_id, id, customer_id, entry_id, unit, amount_minor, remaining_minor, expires_at,
    plan_id, created_at)
  SELECT p_shop, v_grant + row_number() OVER (ORDER BY m.ordinality, part.place), m.customer_id,
    v_entry + m.ordinality, m.unit, part.amount_minor, part.amount_minor, part.expires_at, m.plan_id, m.at
  FROM unnest(p_movements) WITH ORDINALITY m
  CROSS JOIN LATERAL unnest(m.grant_amounts, m.grant_expiries)
    WITH ORDINALITY part (amount_minor, expires_at, place)
  WHERE m.amount_minor > 0;
  IF EXISTS (SELECT 1 FROM unnest(p_movements) m WHERE m.amount_minor < 0) THEN
    PERFORM draw_credit_set(p_shop, p_movements, v_entry);
  END IF;
  INSERT INTO activities (shop_id, customer_id, actor_kind, actor_name, kind, message, details, created_at)
  SELECT p_shop, m.customer_id, m.actor_kind, m.actor_name, m.activity_kind, m.message,
    jsonb_build_object('entry_id', (v_entry + m.ordinality)::text, 'amount_minor', m.amount_minor,
      'type_code', m.type_code), m.at
  FROM unnest(p_movements) WITH ORDINALITY m ORDER BY m.ordinality;
  INSERT INTO events (shop_id, id, kind, data, created_at)
  SELECT p_shop, v_event + row_number() OVER (ORDER BY m.ordinality), m.event_kind, jsonb_build_object('customer_id', m.customer_id::text, 'entry_id',
    (v_entry + m.ordinality)::text), m.at
  FROM unnest(p_movements) WITH ORDINALITY m WHERE m.event_kind IS NOT NULL ORDER BY m.ordinality;
  v_results := describe_credit_set(p_shop, p_movements, v_entry, v_grant);
  INSERT INTO idempotency_keys (shop_id, purpose, key, input_hash, result, created_at)
  SELECT p_shop, p_codes ->> 'idempotency_purpose', m.idempotency_key, m.input_hash, v_results[m.ordinality], now()
  FROM unnest(p_movements) WITH ORDINALITY m WHERE m.idempotency_key IS NOT NULL;
  PERFORM plan_credit_expiry(p_shop, (
    SELECT min(expires_at) FROM unnest(p_movements) m, unnest(m.grant_expiries) expires_at), p_codes);
  RETURN v_results;
END $$;
