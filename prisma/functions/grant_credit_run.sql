-- Gives the next members of a run their credit: one part of the run, whole or not at all. Members are the
-- customers with an active subscription to the plan, each once. Answers how many were given credit. One event
-- tells of all entries of a part, and one activity line of the run.
CREATE OR REPLACE FUNCTION grant_credit_run(p_shop bigint, p_run bigint, p_customers integer, p_at timestamptz)
RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  v_run credit_runs;
  v_count integer;
  v_last bigint;
  v_first_entry bigint;
  v_last_entry bigint;
BEGIN
  SELECT * INTO STRICT v_run FROM credit_runs WHERE shop_id = p_shop AND id = p_run FOR UPDATE;
  IF v_run.finished_at IS NOT NULL THEN
    RETURN 0;
  END IF;
  PERFORM lock_credit_ledger(p_shop);
  PERFORM plan_credit_expiry(p_shop, v_run.expires_at);
  WITH members AS MATERIALIZED (
    SELECT DISTINCT customer_id FROM subscriptions
    WHERE shop_id = p_shop AND plan_id = v_run.plan_id AND status = 'active'
      AND customer_id > v_run.cursor_customer_id
    ORDER BY customer_id LIMIT p_customers
  ), entries AS (
    INSERT INTO credit_entries (shop_id, customer_id, unit, type_code, amount_minor, message, reason, expires_at,
      actor_kind, actor_name, created_at)
    SELECT p_shop, customer_id, v_run.unit, v_run.type_code, v_run.amount_minor, v_run.message, v_run.reason,
      v_run.expires_at, v_run.actor_kind, v_run.actor_name, p_at FROM members
    RETURNING id, customer_id
  ), grants AS (
    INSERT INTO credit_grants (shop_id, customer_id, entry_id, unit, amount_minor, remaining_minor, expires_at,
      plan_id, created_at)
    SELECT p_shop, customer_id, id, v_run.unit, v_run.amount_minor, v_run.amount_minor, v_run.expires_at,
      v_run.plan_id, p_at FROM entries
  ), accounts AS (
    INSERT INTO credit_accounts AS a (shop_id, customer_id, unit, available_minor, issued_minor, updated_at)
    SELECT p_shop, customer_id, v_run.unit, v_run.amount_minor, v_run.amount_minor, p_at FROM entries
    ON CONFLICT (shop_id, customer_id, unit) DO UPDATE
    SET available_minor = a.available_minor + excluded.available_minor,
        issued_minor = a.issued_minor + excluded.issued_minor, updated_at = excluded.updated_at
  )
  SELECT count(*), max(customer_id), min(id), max(id) INTO v_count, v_last, v_first_entry, v_last_entry FROM entries;
  UPDATE credit_runs
  SET cursor_customer_id = coalesce(v_last, cursor_customer_id), granted_count = granted_count + v_count,
      finished_at = CASE WHEN v_count < p_customers THEN p_at END
  WHERE shop_id = p_shop AND id = p_run
  RETURNING * INTO v_run;
  IF v_count > 0 THEN
    INSERT INTO events (shop_id, kind, data, created_at)
    VALUES (p_shop, CASE v_run.unit WHEN 'money' THEN 'store_credit.added' ELSE 'member.points_changed' END,
      jsonb_build_object('from_entry_id', v_first_entry::text, 'to_entry_id', v_last_entry::text), p_at);
  END IF;
  IF v_run.finished_at IS NOT NULL THEN
    INSERT INTO activities (shop_id, actor_kind, actor_name, kind, message, details, created_at)
    VALUES (p_shop, v_run.actor_kind, v_run.actor_name, 'store_credit.granted_to_plan', v_run.message,
      jsonb_build_object('run_id', p_run::text, 'plan_id', v_run.plan_id::text, 'members', v_run.granted_count,
        'amount_minor', v_run.amount_minor), p_at);
  END IF;
  RETURN v_count;
END $$;
