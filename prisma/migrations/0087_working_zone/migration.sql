-- Functions: generated from prisma/functions by `npm run generate:functions`.

-- Makes the forfeits that wait for a customer's held credit due now: what has come back must not be spent
-- meanwhile. Those of contracts that run on wait for the end of their last day; one that ended with its cancellation
-- has none. Each look is a task by itself, because one that a worker is running may have looked already.
CREATE OR REPLACE FUNCTION reschedule_credit_forfeits(p_shop bigint, p_customer bigint, p_at timestamptz,
  p_codes jsonb)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO due_tasks (shop_id, kind, key, payload, due_at)
  SELECT p_shop, t.kind, s.id::text || '@' || p_at::text, t.payload, p_at
  FROM due_tasks t JOIN subscriptions s ON s.shop_id = t.shop_id AND s.id = (t.payload ->> 'subscriptionId')::bigint
  JOIN shops h ON h.id = p_shop CROSS JOIN LATERAL (SELECT working_zone(h.iana_timezone) AS zone) z
  WHERE t.shop_id = p_shop AND t.kind = p_codes ->> 'forfeit_task' AND t.done_at IS NULL
    AND s.customer_id = p_customer AND (s.ends_at IS NULL
      OR s.ends_at <= p_at AND s.ends_at <= s.cancelled_at + interval '1 minute'
      OR (s.ends_at AT TIME ZONE z.zone)::date < (p_at AT TIME ZONE z.zone)::date)
  ON CONFLICT (shop_id, kind, key) WHERE done_at IS NULL DO NOTHING;
END $$;

-- The zone by which a statement may count: the one that is named, or UTC where this server does not know it. What reads a store's zone
-- from its row asks here, because an unknown name would fail the statement for every other store in it too.
CREATE OR REPLACE FUNCTION working_zone(p_zone text)
RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM now() AT TIME ZONE p_zone;
  RETURN p_zone;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN 'UTC';
END $$;
