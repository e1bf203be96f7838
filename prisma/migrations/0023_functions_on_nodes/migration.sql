-- Functions: generated from prisma/functions by `npm run generate:functions`.

-- The result of each movement of a set that has been written: the account as it was after that movement.
CREATE OR REPLACE FUNCTION describe_credit_set(p_shop bigint, p_movements credit_movement[], p_entry bigint,
  p_grant bigint)
RETURNS jsonb[] LANGUAGE plpgsql AS $$
DECLARE
  v_results jsonb[];
BEGIN
  SELECT array_agg(jsonb_build_object('outcome', 'posted', 'entry_id', (p_entry + told.ordinality)::text,
    'grant_id', CASE WHEN told.amount_minor > 0 THEN (p_grant + told.grants)::text END,
    'amount_minor', told.amount_minor, 'at', told.at,
    'account', jsonb_build_object('available_minor', told.available_minor, 'held_minor', told.held_minor,
      'issued_minor', told.issued_minor, 'used_minor', told.used_minor, 'updated_at', told.at,
      'next_expiry', next.expiry))
    ORDER BY told.ordinality) INTO v_results
  FROM (
    SELECT m.ordinality, m.customer_id, m.unit, m.amount_minor, m.at, a.held_minor,
      a.available_minor - coalesce(sum(m.amount_minor) OVER later, 0) AS available_minor,
      a.issued_minor - coalesce(sum(m.amount_minor) FILTER (WHERE m.counts_as = 'issued') OVER later, 0)
        AS issued_minor,
      a.used_minor + coalesce(sum(m.amount_minor) FILTER (WHERE m.counts_as = 'used') OVER later, 0) AS used_minor,
      sum(CASE WHEN m.amount_minor > 0 THEN cardinality(m.grant_amounts) ELSE 0 END)
        OVER (ORDER BY m.ordinality) AS grants
    FROM unnest(p_movements) WITH ORDINALITY m
    CROSS JOIN LATERAL (
      SELECT * FROM credit_accounts
      WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit LIMIT 1) a
    WINDOW later AS (PARTITION BY m.customer_id, m.unit ORDER BY m.ordinality
      ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)) told
  LEFT JOIN LATERAL (
    SELECT jsonb_build_object('amount_minor', sum(g.remaining_minor), 'expires_at', g.expires_at) AS expiry
    FROM credit_grants g
    WHERE g.shop_id = p_shop AND g.customer_id = told.customer_id AND g.unit = told.unit AND g.remaining_minor > 0
      AND g.expires_at IS NOT NULL
    GROUP BY g.expires_at ORDER BY g.expires_at LIMIT 1) next ON true;
  RETURN v_results;
END $$;

-- Expires what is over in up to p_accounts accounts of a store and answers how many those were. When there are none,
-- plans the task for what expires next.
CREATE OR REPLACE FUNCTION expire_credit(p_shop bigint, p_at timestamptz, p_accounts integer, p_codes jsonb)
RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  v_account record;
  v_count integer := 0;
  v_next timestamptz;
BEGIN
  PERFORM lock_shop_writes(p_shop);
  FOR v_account IN
    SELECT DISTINCT customer_id, unit FROM (
      SELECT customer_id, unit FROM credit_grants
      WHERE shop_id = p_shop AND remaining_minor > 0 AND expires_at <= p_at
      LIMIT p_accounts) due
  LOOP
    PERFORM expire_credit_account(p_shop, v_account.customer_id, v_account.unit, p_at, p_codes);
    v_count := v_count + 1;
  END LOOP;
  IF v_count = 0 THEN
    SELECT min(expires_at) INTO v_next FROM credit_grants
    WHERE shop_id = p_shop AND remaining_minor > 0 AND expires_at > p_at;
    PERFORM plan_credit_expiry(p_shop, v_next, p_codes);
  END IF;
  RETURN v_count;
END $$;

-- What an account holds, as the answer to a movement tells it.
CREATE OR REPLACE FUNCTION read_credit_account(p_shop bigint, p_customer bigint, p_unit text)
RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_account jsonb;
BEGIN
  SELECT jsonb_build_object('available_minor', a.available_minor, 'held_minor', a.held_minor,
    'issued_minor', a.issued_minor, 'used_minor', a.used_minor, 'updated_at', a.updated_at) INTO v_account
  FROM credit_accounts a
  WHERE a.shop_id = p_shop AND a.customer_id = p_customer AND a.unit = p_unit;
  RETURN v_account || jsonb_build_object('next_expiry', read_next_credit_expiry(p_shop, p_customer, p_unit));
END $$;

-- Writes one entry of p_amount with the account, the activity line and the event that belong to it. The caller holds
-- the store's lock, and has made the account.
CREATE OR REPLACE FUNCTION write_credit_entry(p_shop bigint, m credit_movement, p_amount bigint)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_entry bigint;
  v_total bigint;
  v_on_hold boolean := coalesce(m.on_hold, false);
  v_expires timestamptz := (SELECT min(expires_at) FROM unnest(m.grant_expiries) expires_at);
BEGIN
  UPDATE credit_accounts
  SET available_minor = available_minor + p_amount,
      held_minor = held_minor - CASE WHEN v_on_hold THEN p_amount ELSE 0 END,
      issued_minor = issued_minor + CASE WHEN m.counts_as = 'issued' THEN p_amount ELSE 0 END,
      used_minor = used_minor - CASE WHEN m.counts_as = 'used' THEN p_amount ELSE 0 END,
      entry_count = entry_count + 1, updated_at = m.at
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit
  RETURNING available_minor + held_minor INTO v_total;
  SELECT coalesce(max(id), 0) + 1 INTO v_entry FROM credit_entries WHERE shop_id = p_shop;
  INSERT INTO credit_entries (shop_id, id, customer_id, unit, type_code, status, amount_minor, total_after_minor,
    message, reason, expires_at, order_gid, order_name, used_in, source_key, actor_kind, actor_name, created_at)
  VALUES (p_shop, v_entry, m.customer_id, m.unit, m.type_code, CASE WHEN v_on_hold THEN 1 ELSE 0 END, p_amount,
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
