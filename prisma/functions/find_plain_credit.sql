-- The places of the movements that can be posted as a set. An account's movements are plain when nothing has expired
-- on it, nothing is owed, no key of theirs was used before, and they take no more than there is, from the fifty grants that expire
-- soonest. Several movements of one account are plain when all of them give credit that never expires: then the
-- account after each of them follows from the sums alone. Of a customer all accounts are plain or none.
CREATE OR REPLACE FUNCTION find_plain_credit(p_shop bigint, p_movements credit_movement[], p_codes jsonb)
RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
  v_places integer[];
BEGIN
  WITH movement AS (
    SELECT m.ordinality AS place, m.customer_id, m.unit, m.amount_minor, m.at,
           (SELECT min(expires_at) FROM unnest(m.grant_expiries) expires_at) AS first_expiry,
           coalesce(m.on_hold, false) OR coalesce(m.is_pending, false) OR coalesce(m.may_owe, false)
             OR m.grant_id IS NOT NULL
             OR (m.source_key IS NOT NULL AND (
               count(*) OVER (PARTITION BY m.source_key) > 1
               OR (SELECT e.id FROM credit_entries e
                   WHERE e.shop_id = p_shop AND e.source_key = m.source_key LIMIT 1) IS NOT NULL))
             OR (m.idempotency_key IS NOT NULL AND (
               count(*) OVER (PARTITION BY m.idempotency_key) > 1
               OR (SELECT k.key FROM idempotency_keys k
                   WHERE k.shop_id = p_shop AND k.purpose = p_codes ->> 'idempotency_purpose'
                     AND k.key = m.idempotency_key LIMIT 1) IS NOT NULL)) AS is_special
    FROM unnest(p_movements) WITH ORDINALITY m
  ), account AS (
    SELECT customer_id, unit, count(*) AS movements, sum(amount_minor) AS amount_minor, max(at) AS at,
           min(first_expiry) AS first_expiry, bool_or(amount_minor <= 0) AS takes, bool_or(is_special) AS is_special
    FROM movement GROUP BY customer_id, unit
  ), customer AS (
    SELECT a.customer_id
    FROM account a
    GROUP BY a.customer_id
    HAVING bool_and(NOT a.is_special
      AND (a.unit = 'money' OR coalesce((
        SELECT s.owed_minor FROM credit_accounts s
        WHERE s.shop_id = p_shop AND s.customer_id = a.customer_id AND s.unit = a.unit), 0) = 0)
      AND (a.movements = 1 OR (NOT a.takes AND a.first_expiry IS NULL))
      AND (a.first_expiry IS NULL OR a.first_expiry > a.at)
      AND (SELECT g.id FROM credit_grants g
           WHERE g.shop_id = p_shop AND g.customer_id = a.customer_id AND g.unit = a.unit AND g.remaining_minor > 0
             AND g.expires_at <= a.at LIMIT 1) IS NULL
      AND CASE
        WHEN a.takes THEN a.amount_minor < 0 AND -a.amount_minor <= coalesce((
          SELECT sum(soonest.remaining_minor) FROM (
            SELECT g.remaining_minor FROM credit_grants g
            WHERE g.shop_id = p_shop AND g.customer_id = a.customer_id AND g.unit = a.unit AND g.remaining_minor > 0
            ORDER BY g.expires_at, g.id LIMIT 50) soonest), 0)
        ELSE a.amount_minor + coalesce((
          SELECT s.available_minor FROM credit_accounts s
          WHERE s.shop_id = p_shop AND s.customer_id = a.customer_id AND s.unit = a.unit), 0) <= 9007199254740991 END)
  )
  SELECT coalesce(array_agg(m.place::integer ORDER BY m.place), '{}') INTO v_places
  FROM movement m JOIN customer c ON c.customer_id = m.customer_id;
  RETURN v_places;
END $$;
