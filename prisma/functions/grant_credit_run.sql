-- Gives the next members of a run their credit: one part of the run, whole or not at all. Members are the
-- customers with an active subscription to the plan, each once, without those whose data was erased. Answers how many were given credit. One event
-- covers all entries of a part, and one activity line the run. `p_codes` holds the kinds of both.
CREATE OR REPLACE FUNCTION grant_credit_run(p_shop bigint, p_run bigint, p_customers integer, p_at timestamptz,
  p_codes jsonb)
RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  v_run credit_runs;
  v_members bigint[];
  v_count integer;
  v_entry bigint;
  v_grant bigint;
BEGIN
  SELECT * INTO STRICT v_run FROM credit_runs WHERE shop_id = p_shop AND id = p_run FOR UPDATE;
  IF v_run.finished_at IS NOT NULL THEN
    RETURN 0;
  END IF;
  PERFORM lock_shop_writes(p_shop);
  SELECT coalesce(array_agg(customer_id ORDER BY customer_id), '{}') INTO v_members FROM (
    SELECT DISTINCT s.customer_id FROM subscriptions s
    JOIN customers c ON c.shop_id = s.shop_id AND c.id = s.customer_id AND c.redacted_at IS NULL
    WHERE s.shop_id = p_shop AND s.plan_id = v_run.plan_id AND s.status = 'active'
      AND s.customer_id > v_run.cursor_customer_id
    ORDER BY s.customer_id LIMIT p_customers) member;
  v_count := cardinality(v_members);
  IF v_count > 0 THEN
    SELECT coalesce(max(id), 0) INTO v_entry FROM credit_entries WHERE shop_id = p_shop;
    SELECT coalesce(max(id), 0) INTO v_grant FROM credit_grants WHERE shop_id = p_shop;
    INSERT INTO credit_accounts AS a (shop_id, customer_id, unit, available_minor, issued_minor, entry_count,
      updated_at)
    SELECT p_shop, member, v_run.unit, v_run.amount_minor, v_run.amount_minor, 1, p_at FROM unnest(v_members) member
    ON CONFLICT (shop_id, customer_id, unit) DO UPDATE
    SET available_minor = a.available_minor + excluded.available_minor,
        issued_minor = a.issued_minor + excluded.issued_minor, entry_count = a.entry_count + 1,
        updated_at = excluded.updated_at;
    INSERT INTO credit_entries (shop_id, id, customer_id, unit, type_code, amount_minor, total_after_minor, message,
      reason, expires_at, actor_kind, actor_name, created_at)
    SELECT p_shop, v_entry + member.place, member.id, v_run.unit, v_run.type_code, v_run.amount_minor,
      a.available_minor + a.held_minor, v_run.message, v_run.reason, v_run.expires_at, v_run.actor_kind,
      v_run.actor_name, p_at
    FROM unnest(v_members) WITH ORDINALITY member (id, place)
    CROSS JOIN LATERAL (
      SELECT available_minor, held_minor FROM credit_accounts
      WHERE shop_id = p_shop AND customer_id = member.id AND unit = v_run.unit LIMIT 1) a;
    INSERT INTO credit_grants (shop_id, id, customer_id, entry_id, unit, amount_minor, remaining_minor, expires_at,
      plan_id, created_at)
    SELECT p_shop, v_grant + member.place, member.id, v_entry + member.place, v_run.unit, v_run.amount_minor,
      v_run.amount_minor, v_run.expires_at, v_run.plan_id, p_at
    FROM unnest(v_members) WITH ORDINALITY member (id, place);
    INSERT INTO events (shop_id, id, kind, data, created_at)
    VALUES (p_shop, next_event_id(p_shop), p_codes -> 'granted' -> v_run.unit ->> 'event_kind',
      jsonb_build_object('from_entry_id', (v_entry + 1)::text, 'to_entry_id', (v_entry + v_count)::text), p_at);
    PERFORM plan_credit_expiry(p_shop, v_run.expires_at, p_codes);
  END IF;
  UPDATE credit_runs
  SET cursor_customer_id = coalesce(v_members[v_count], cursor_customer_id), granted_count = granted_count + v_count,
      finished_at = CASE WHEN v_count < p_customers THEN p_at END
  WHERE shop_id = p_shop AND id = p_run
  RETURNING * INTO v_run;
  IF v_run.finished_at IS NOT NULL THEN
    INSERT INTO activities (shop_id, actor_kind, actor_name, kind, message, details, created_at)
    VALUES (p_shop, v_run.actor_kind, v_run.actor_name, p_codes -> 'granted' -> v_run.unit ->> 'activity_kind',
      v_run.message, jsonb_build_object('run_id', p_run::text, 'plan_id', v_run.plan_id::text,
        'members', v_run.granted_count, 'amount_minor', v_run.amount_minor), p_at);
  END IF;
  RETURN v_count;
END $$;
