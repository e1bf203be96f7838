-- Keeps one task of a store that expires credit: at the next instant at which any of it ends. One that a worker is
-- running does not count, for it may have looked already; it plans the next one when it ends. The task is started
-- by the sweep of due tasks. The caller holds the store's lock.
CREATE OR REPLACE FUNCTION plan_credit_expiry(p_shop bigint, p_expires timestamptz, p_codes jsonb)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_expires IS NULL OR EXISTS (
    SELECT 1 FROM due_tasks
    WHERE shop_id = p_shop AND kind = p_codes ->> 'expiry_task' AND done_at IS NULL AND claimed_by IS NULL
      AND due_at <= p_expires) THEN
    RETURN;
  END IF;
  DELETE FROM due_tasks
  WHERE shop_id = p_shop AND kind = p_codes ->> 'expiry_task' AND done_at IS NULL AND claimed_by IS NULL;
  INSERT INTO due_tasks (shop_id, kind, key, payload, due_at)
  VALUES (p_shop, p_codes ->> 'expiry_task', gen_random_uuid()::text, '{}', p_expires);
END $$;
