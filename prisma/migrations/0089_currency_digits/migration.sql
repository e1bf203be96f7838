-- The decimals of a currency came from the runtime's own list, which says none for the forint and fifteen others: their amounts were
-- kept in whole units. They are kept in hundredths from now on, of the Iraqi dinar in thousandths, as ISO 4217 has it. What is
-- stored is brought along here, so that each amount means what it meant.

CREATE FUNCTION pg_temp.factor_of(p_currency text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_currency = 'IQD' THEN 1000
    WHEN p_currency IN ('AFN', 'ALL', 'COP', 'HUF', 'IDR', 'IRR', 'KPW', 'LAK', 'LBP', 'MGA', 'MMK', 'PKR', 'SLL', 'SOS', 'SYP', 'YER')
    THEN 100 ELSE 1 END
$$;

-- Amounts in JSON are those whose names say so. Where an object names its currency they are of that one, else of the one around it.
CREATE FUNCTION pg_temp.scaled(p_value jsonb, p_currency text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_currency text := p_currency;
  v_result jsonb;
BEGIN
  IF jsonb_typeof(p_value) = 'array' THEN
    SELECT coalesce(jsonb_agg(pg_temp.scaled(item, p_currency) ORDER BY place), '[]') INTO v_result
    FROM jsonb_array_elements(p_value) WITH ORDINALITY AS list (item, place);
    RETURN v_result;
  END IF;
  IF jsonb_typeof(p_value) <> 'object' THEN
    RETURN p_value;
  END IF;
  IF jsonb_typeof(p_value -> 'currency') = 'string' THEN
    v_currency := p_value ->> 'currency';
  END IF;
  SELECT coalesce(jsonb_object_agg(name, CASE
    WHEN jsonb_typeof(member) = 'number' AND name ~ '(^minor|_minor|Minor)$'
    THEN to_jsonb((member #>> '{}')::numeric * pg_temp.factor_of(v_currency))
    ELSE pg_temp.scaled(member, v_currency) END), '{}') INTO v_result
  FROM jsonb_each(p_value) AS object (name, member);
  RETURN v_result;
END
$$;

DO $$
DECLARE
  c_codes CONSTANT text[] := ARRAY['AFN', 'ALL', 'COP', 'HUF', 'IDR', 'IQD', 'IRR', 'KPW', 'LAK', 'LBP', 'MGA', 'MMK', 'PKR', 'SLL',
    'SOS', 'SYP', 'YER'];
  c_factor CONSTANT text := '(CASE %s WHEN ''IQD'' THEN 1000 ELSE 100 END)';
  -- What was noted of a movement does not say whether it is of money or of points.
  c_money CONSTANT text := $q$NOT EXISTS (SELECT FROM credit_entries e
    WHERE e.shop_id = t.shop_id AND e.id = (t.details ->> 'entry_id')::bigint AND e.unit = 'points')$q$;
  v_place record;
  v_shop record;
  v_row record;
  v_currency text;
  v_sets text;
  v_factor integer;
  v_column text;
  v_json jsonb;
  v_keys text;
BEGIN
  -- Nothing is read where nobody has such a currency.
  IF NOT EXISTS (SELECT FROM shops WHERE currency = ANY (c_codes))
    AND NOT EXISTS (SELECT FROM subscriptions WHERE currency = ANY (c_codes))
    AND NOT EXISTS (SELECT FROM orders WHERE currency = ANY (c_codes) OR presentment_currency = ANY (c_codes)) THEN
    RETURN;
  END IF;

  -- Amounts of rows that name their currency, or whose parent does.
  FOR v_place IN SELECT * FROM (VALUES
    ('billing_attempts', '', 'currency', 'amount_minor'),
    ('subscriptions', '', 'currency',
      'price_minor next_charge_minor delivery_minor last_charge_minor monthly_worth_minor'),
    ('applied_offers', '', 'currency', 'price_minor price_with_offer_minor'),
    ('orders', '', 'currency', 'total_minor subtotal_minor tax_minor discount_minor delivery_minor'),
    ('orders', '', 'presentment_currency', 'presentment_total_minor'),
    ('order_disputes', '', 'currency', 'amount_minor'),
    ('price_changes', '', 'currency', 'fixed_minor plan_before_minor plan_after_minor'),
    ('credit_holds', '', 'currency',
      'amount_minor captured_minor shortfall_minor returned_minor code_amount_minor'),
    ('credit_files', '', 'currency', 'given_minor taken_minor'),
    ('order_refunds', 'orders p WHERE p.shop_id = t.shop_id AND p.id = t.order_id', 'p.currency', 'amount_minor'),
    ('order_subscriptions', 'orders p WHERE p.shop_id = t.shop_id AND p.id = t.order_id', 'p.currency', 'total_minor'),
    ('price_change_rows', 'price_changes p WHERE p.shop_id = t.shop_id AND p.id = t.price_change_id', 'p.currency',
      'before_minor after_minor'),
    ('contract_import_lines', 'contract_imports p WHERE p.shop_id = t.shop_id AND p.id = t.import_id', 'p.currency',
      'price_minor delivery_minor'),
    ('credit_file_lines', 'credit_files p WHERE p.shop_id = t.shop_id AND p.id = t.file_id', 'p.currency',
      'amount_minor applied_minor')
  ) AS places (name, parent, currency, columns) LOOP
    v_currency := CASE WHEN v_place.parent = '' THEN 't.' || v_place.currency ELSE v_place.currency END;
    SELECT string_agg(format('%1$s = t.%1$s * ' || c_factor, name, v_currency), ', ') INTO v_sets
    FROM unnest(string_to_array(v_place.columns, ' ')) AS columns (name);
    EXECUTE format('UPDATE %s t SET %s %s %s = ANY ($1)', v_place.name, v_sets,
      CASE WHEN v_place.parent = '' THEN 'WHERE' ELSE 'FROM ' || v_place.parent || ' AND' END, v_currency)
    USING c_codes;
  END LOOP;

  -- Amounts in the store's own currency.
  FOR v_shop IN SELECT id, currency FROM shops WHERE currency = ANY (c_codes) LOOP
    v_factor := pg_temp.factor_of(v_shop.currency);
    FOR v_place IN SELECT * FROM (VALUES
      ('plans', 'credit_amount_minor trial_fee_minor', ''),
      ('applied_offers', 'taken_back_minor', ''),
      ('loyalty_actions', 'order_minor', ''),
      ('loyalty_receipts', 'total_minor', ''),
      ('loyalty_rewards', 'given', $q$reward ->> 'reward_type' = 'store_credit'$q$),
      ('loyalty_standings', 'amount',
        $q$(SELECT basis FROM loyalty_ladders l WHERE l.shop_id = t.shop_id ORDER BY version DESC LIMIT 1) = 'spend'$q$),
      ('credit_accounts', 'available_minor held_minor issued_minor used_minor pending_minor owed_minor', $q$unit = 'money'$q$),
      ('credit_entries', 'amount_minor total_after_minor', $q$unit = 'money'$q$),
      ('credit_grants', 'amount_minor remaining_minor', $q$unit = 'money'$q$),
      ('credit_allocations', 'amount_minor',
        $q$EXISTS (SELECT FROM credit_grants g WHERE g.shop_id = t.shop_id AND g.id = t.grant_id AND g.unit = 'money')$q$),
      ('credit_runs', 'amount_minor', $q$unit = 'money'$q$),
      ('credit_days', 'given_minor taken_minor', $q$unit = 'money'$q$),
      ('credit_expiry_days', 'open_minor', $q$unit = 'money'$q$),
      ('credit_rankings', 'available_minor total_minor', '')
    ) AS places (name, columns, condition) LOOP
      SELECT string_agg(format('%1$s = %1$s * %2$s', name, v_factor), ', ') INTO v_sets
      FROM unnest(string_to_array(v_place.columns, ' ')) AS columns (name);
      EXECUTE format('UPDATE %s t SET %s WHERE shop_id = $1%s', v_place.name, v_sets,
        CASE WHEN v_place.condition = '' THEN '' ELSE ' AND ' || v_place.condition END)
      USING v_shop.id;
    END LOOP;
    UPDATE loyalty_ladders SET tiers = (
        SELECT jsonb_agg(tier || jsonb_build_object('threshold', (tier ->> 'threshold')::bigint * v_factor) ORDER BY place)
        FROM jsonb_array_elements(tiers) WITH ORDINALITY AS list (tier, place))
    WHERE shop_id = v_shop.id AND basis = 'spend' AND tiers <> '[]';
    -- They are counted again when somebody asks.
    DELETE FROM loyalty_dry_runs WHERE shop_id = v_shop.id;
    DELETE FROM loyalty_tier_previews WHERE shop_id = v_shop.id;
  END LOOP;

  -- Amounts in JSON, row by row: there may be several currencies in one.
  FOR v_place IN SELECT * FROM (VALUES
    ('orders', 'id', 'lines transactions discount_codes'),
    ('subscriptions', 'id', 'lines own_edit'),
    ('applied_offers', 'id', 'offer_snapshot reward'),
    ('plans', 'id', 'pricing'),
    ('price_change_rows', 'price_change_id subscription_id', 'prices'),
    ('events', 'id', 'data'),
    ('mails', 'id', 'data'),
    ('loyalty_facts', 'customer_id kind key', 'data'),
    ('due_tasks', 'id', 'payload'),
    ('activities', 'id', 'details')
  ) AS places (name, keys, columns) LOOP
    FOR v_row IN EXECUTE format(
      'SELECT t.shop_id, s.currency, to_jsonb(t) AS json FROM %s t JOIN shops s ON s.id = t.shop_id
       WHERE (s.currency = ANY ($1) OR to_jsonb(t)::text ~ $2)%s', v_place.name,
      CASE WHEN v_place.name = 'activities' THEN ' AND ' || c_money ELSE '' END)
    USING c_codes, '"(' || array_to_string(c_codes, '|') || ')"' LOOP
      v_sets := '';
      FOR v_column IN SELECT unnest(string_to_array(v_place.columns, ' ')) LOOP
        v_json := pg_temp.scaled(v_row.json -> v_column, coalesce(v_row.json ->> 'currency', v_row.currency));
        CONTINUE WHEN v_json IS NOT DISTINCT FROM v_row.json -> v_column;
        v_sets := v_sets || CASE WHEN v_sets = '' THEN '' ELSE ', ' END || format('%I = %L', v_column, v_json);
      END LOOP;
      CONTINUE WHEN v_sets = '';
      SELECT string_agg(format('%I = %L', name, v_row.json ->> name), ' AND ') INTO v_keys
      FROM unnest(string_to_array(v_place.keys, ' ')) AS keys (name);
      EXECUTE format('UPDATE %I SET %s WHERE shop_id = %s AND %s', v_place.name, v_sets, v_row.shop_id, v_keys);
    END LOOP;
  END LOOP;

  -- What the storefront renders has amounts too.
  IF to_regnamespace('graphile_worker') IS NOT NULL THEN
    FOR v_shop IN SELECT id FROM shops WHERE currency = ANY (c_codes) AND status = 'active' LOOP
      PERFORM graphile_worker.add_job('publish-loyalty-rules', json_build_object('shopId', v_shop.id::text),
        job_key := 'publish-loyalty-rules/' || v_shop.id || '/rules');
      FOR v_row IN SELECT id FROM customers WHERE shop_id = v_shop.id AND redacted_at IS NULL AND merged_into_id IS NULL LOOP
        FOR v_column IN VALUES ('publish-customer'), ('publish-store-credit') LOOP
          PERFORM graphile_worker.add_job(v_column,
            json_build_object('shopId', v_shop.id::text, 'customerId', v_row.id::text),
            job_key := v_column || '/' || v_shop.id || '/' || v_row.id, priority := 10);
        END LOOP;
      END LOOP;
    END LOOP;
  END IF;
END
$$;
