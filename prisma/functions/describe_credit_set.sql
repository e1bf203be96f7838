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
      'issued_minor', told.issued_minor, 'used_minor', told.used_minor, 'pending_minor', told.pending_minor,
      'owed_minor', told.owed_minor, 'updated_at', told.at,
      'next_expiry', next.expiry))
    ORDER BY told.ordinality) INTO v_results
  FROM (
    SELECT m.ordinality, m.customer_id, m.unit, m.amount_minor, m.at, a.held_minor,
      a.pending_minor, a.owed_minor,
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
