-- What an account holds, as the answer to a movement tells it.
CREATE OR REPLACE FUNCTION read_credit_account(p_shop bigint, p_customer bigint, p_unit text)
RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('available_minor', a.available_minor, 'held_minor', a.held_minor,
    'issued_minor', a.issued_minor, 'used_minor', a.used_minor, 'updated_at', a.updated_at,
    'next_expiry', (
      SELECT jsonb_build_object('amount_minor', sum(g.remaining_minor), 'expires_at', g.expires_at)
      FROM credit_grants g
      WHERE g.shop_id = p_shop AND g.customer_id = p_customer AND g.unit = p_unit AND g.remaining_minor > 0
        AND g.expires_at IS NOT NULL
      GROUP BY g.expires_at ORDER BY g.expires_at LIMIT 1))
  FROM credit_accounts a
  WHERE a.shop_id = p_shop AND a.customer_id = p_customer AND a.unit = p_unit;
$$;
