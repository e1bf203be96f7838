-- The due task that will expire what is left by then, and the job that runs it. One for each instant, however
-- many grants end there.
CREATE OR REPLACE FUNCTION plan_credit_expiry(p_shop bigint, p_expires timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_key text := extract(epoch FROM p_expires)::text;
BEGIN
  INSERT INTO due_tasks (shop_id, kind, key, payload, due_at)
  SELECT p_shop, 'expire-credit', v_key, '{}', p_expires
  WHERE p_expires IS NOT NULL
  ON CONFLICT (shop_id, kind, key) WHERE done_at IS NULL DO NOTHING;
  IF FOUND THEN
    PERFORM graphile_worker.add_job('run-due-tasks', payload := json_build_object('shopId', p_shop::text),
      run_at := p_expires - clock_offset_ms * interval '1 millisecond', max_attempts := 25,
      job_key := 'run-due-tasks/' || p_shop || '/expire-credit:' || v_key, job_key_mode := 'replace')
    FROM shops WHERE id = p_shop;
  END IF;
END $$;
