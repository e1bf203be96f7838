-- The exports' rows, kept ready as JSON text: see docs/decisions/113-row-documents.md.

-- Of each order what its subscriptions make it, for its own row and for the firsts of its customer.
CREATE TABLE order_classes (
  shop_id bigint NOT NULL,
  order_id bigint NOT NULL,
  customer_id bigint,
  processed_at timestamptz NOT NULL,
  -- Empty without a membership on the order.
  membership_tag text NOT NULL CHECK (membership_tag IN ('', 'trial fee', 'New-vip', 'recharge')),
  -- Empty without a product subscription on the order.
  product_tag text NOT NULL CHECK (product_tag IN ('', 'New-SubsProd', 'SubsProd-Recharge')),
  PRIMARY KEY (shop_id, order_id)
);
SELECT distribute_by_shop('order_classes');
ALTER TABLE order_classes ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
ALTER TABLE order_classes ADD FOREIGN KEY (shop_id, order_id) REFERENCES orders (shop_id, id);
CREATE INDEX order_classes_of_member ON order_classes (shop_id, customer_id, membership_tag, processed_at);
CREATE INDEX order_classes_of_subscriber ON order_classes (shop_id, customer_id, product_tag, processed_at);

-- Of each customer the first orders, which stand in the rows of all their orders.
CREATE TABLE customer_firsts (
  shop_id bigint NOT NULL,
  customer_id bigint NOT NULL,
  first_order_at timestamptz,
  first_order_type text,
  first_membership_at timestamptz,
  first_membership_renewal_at timestamptz,
  first_product_at timestamptz,
  first_product_renewal_at timestamptz,
  PRIMARY KEY (shop_id, customer_id)
);
SELECT distribute_by_shop('customer_firsts');
ALTER TABLE customer_firsts ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
ALTER TABLE customer_firsts ADD FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id);

-- An export of a store: which generation of its rows readers get, and which one is being built. Locked by whoever
-- writes its rows, so that ids become visible in order.
CREATE TABLE exports (
  shop_id bigint NOT NULL,
  export text NOT NULL,
  -- Null until the first one is complete.
  served integer,
  building integer,
  -- The highest id that a row ever had.
  last_id bigint NOT NULL DEFAULT 0,
  -- How many rows have gone: places that were counted before may be others now.
  removed_count bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (shop_id, export)
);
SELECT distribute_by_shop('exports');
ALTER TABLE exports ADD FOREIGN KEY (shop_id) REFERENCES shops (id);

-- All rows of an export under one zone, currency and form.
CREATE TABLE export_generations (
  shop_id bigint NOT NULL,
  export text NOT NULL,
  generation integer NOT NULL,
  zone text NOT NULL,
  currency text NOT NULL,
  -- Changes with the fields and their meaning: see export-module.ts.
  form text NOT NULL,
  -- Everything up to this fact is prepared for the rows; null when there is nothing to prepare any more.
  prepared_to bigint,
  -- Everything up to this fact has its rows.
  built_to bigint NOT NULL DEFAULT 0,
  built_count bigint NOT NULL DEFAULT 0,
  began_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (shop_id, export, generation)
);
SELECT distribute_by_shop('export_generations');
ALTER TABLE export_generations ADD FOREIGN KEY (shop_id, export) REFERENCES exports (shop_id, export);

CREATE TABLE export_rows (
  shop_id bigint NOT NULL,
  export text NOT NULL,
  generation integer NOT NULL,
  -- What readers page by: given when the row first appears, the same in every generation, never given again.
  id bigint NOT NULL,
  -- The fact that the row tells of: an order, a customer, a subscription, an entry of the ledger.
  source_id bigint NOT NULL,
  -- Its own date in the generation's zone; null where it has none.
  row_on date,
  document text NOT NULL,
  PRIMARY KEY (shop_id, export, generation, id)
) WITH (fillfactor = 90);
SELECT distribute_by_shop('export_rows');
ALTER TABLE export_rows ADD FOREIGN KEY (shop_id, export) REFERENCES exports (shop_id, export);
CREATE UNIQUE INDEX export_rows_of_source ON export_rows (shop_id, export, generation, source_id);

-- Of each day the smallest id that a row of it ever had: where a reader since that day may begin.
CREATE TABLE export_days (
  shop_id bigint NOT NULL,
  export text NOT NULL,
  generation integer NOT NULL,
  day date NOT NULL,
  min_id bigint NOT NULL,
  PRIMARY KEY (shop_id, export, generation, day)
);
SELECT distribute_by_shop('export_days');
ALTER TABLE export_days ADD FOREIGN KEY (shop_id, export) REFERENCES exports (shop_id, export);

-- Functions: generated from prisma/functions by `npm run generate:functions`.

-- Raises a live hold, or as far as the balance goes, and keeps it longer: more of the balance moves to the hold's
-- entry, which says nothing final before it has ended. Answers the hold's id, also when it holds as much already, and
-- null when it has ended.
-- p_to: {"amount_minor", "release_task", "release_at"}.
CREATE OR REPLACE FUNCTION raise_credit_hold(p_shop bigint, p_hold bigint, p_movement jsonb, p_to jsonb, p_codes jsonb)
RETURNS bigint LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  m credit_movement := jsonb_populate_record(NULL::credit_movement, p_movement);
  v_hold credit_holds;
  v_more bigint;
BEGIN
  SELECT * INTO STRICT v_hold FROM credit_holds WHERE shop_id = p_shop AND id = p_hold FOR UPDATE;
  PERFORM lock_shop_writes(p_shop);
  IF v_hold.state <> 'live' THEN
    RETURN NULL;
  END IF;
  -- Another one than when the caller looked, when the customer was merged meanwhile.
  m.customer_id := v_hold.customer_id;
  PERFORM expire_credit_account(p_shop, m.customer_id, m.unit, m.at, p_codes);
  SELECT least((p_to ->> 'amount_minor')::bigint - v_hold.amount_minor, available_minor) INTO v_more FROM credit_accounts
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit;
  IF v_more <= 0 THEN
    RETURN p_hold;
  END IF;
  UPDATE credit_entries SET amount_minor = amount_minor - v_more WHERE shop_id = p_shop AND id = v_hold.entry_id;
  PERFORM draw_from_credit_grants(p_shop, m, v_hold.entry_id, v_more);
  UPDATE credit_accounts
  SET available_minor = available_minor - v_more, held_minor = held_minor + v_more, updated_at = m.at
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit;
  -- What is held more makes no entry that the summaries would follow.
  UPDATE credit_rankings SET available_minor = available_minor - v_more
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND m.unit = 'money' AND EXISTS (
    SELECT 1 FROM credit_rollups r WHERE r.shop_id = p_shop AND r.last_entry_id >= v_hold.entry_id);
  UPDATE credit_holds SET amount_minor = amount_minor + v_more, raised_at = m.at
  WHERE shop_id = p_shop AND id = p_hold;
  INSERT INTO activities (shop_id, customer_id, actor_kind, actor_name, kind, message, details, created_at)
  VALUES (p_shop, m.customer_id, m.actor_kind, m.actor_name, m.activity_kind, m.message,
    jsonb_build_object('entry_id', v_hold.entry_id::text, 'amount_minor', -v_more, 'type_code', m.type_code), m.at);
  INSERT INTO events (shop_id, id, kind, data, created_at)
  VALUES (p_shop, next_event_id(p_shop), m.event_kind,
    jsonb_build_object('customer_id', m.customer_id::text, 'entry_id', v_hold.entry_id::text), m.at);
  -- A task by itself: a worker may be running the one that was planned before.
  INSERT INTO due_tasks (shop_id, kind, key, payload, due_at)
  VALUES (p_shop, p_to ->> 'release_task', p_hold::text || '@' || (p_to ->> 'release_at'),
    jsonb_build_object('holdId', p_hold::text), (p_to ->> 'release_at')::timestamptz)
  ON CONFLICT (shop_id, kind, key) WHERE done_at IS NULL DO NOTHING;
  RETURN p_hold;
END $$;

-- Ends a hold: what was used of it becomes a redemption, soonest-expiring grants first, and the rest goes
-- back to the grants it came from. Answers what was used, and null when the hold had ended before.
CREATE OR REPLACE FUNCTION settle_credit_hold(p_shop bigint, p_entry bigint, p_used bigint, p_redemption jsonb,
  p_codes jsonb)
RETURNS bigint LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  m credit_movement := jsonb_populate_record(NULL::credit_movement, p_redemption);
  v_hold credit_entries;
  v_used bigint;
  v_left bigint;
  v_part record;
  v_entry bigint;
BEGIN
  PERFORM lock_shop_writes(p_shop);
  SELECT * INTO STRICT v_hold FROM credit_entries WHERE shop_id = p_shop AND id = p_entry;
  IF v_hold.status <> 1 THEN
    RETURN NULL;
  END IF;
  v_used := least(p_used, -v_hold.amount_minor);
  v_left := v_used;
  UPDATE credit_entries SET status = CASE WHEN v_used > 0 THEN 2 ELSE 3 END, settled_at = m.at
  WHERE shop_id = p_shop AND id = p_entry;
  UPDATE credit_accounts
  SET available_minor = available_minor - v_hold.amount_minor, held_minor = held_minor + v_hold.amount_minor,
      entry_count = entry_count - 1, updated_at = m.at
  WHERE shop_id = p_shop AND customer_id = v_hold.customer_id AND unit = v_hold.unit;
  -- What comes back makes no entry that the summaries would follow.
  UPDATE credit_rankings SET available_minor = available_minor - v_hold.amount_minor
  WHERE shop_id = p_shop AND customer_id = v_hold.customer_id AND v_hold.unit = 'money' AND EXISTS (
    SELECT 1 FROM credit_rollups r WHERE r.shop_id = p_shop AND r.last_entry_id >= p_entry);
  m.customer_id := v_hold.customer_id;
  m.unit := v_hold.unit;
  IF v_used > 0 THEN
    v_entry := write_credit_entry(p_shop, m, -v_used);
  ELSE
    INSERT INTO activities (shop_id, customer_id, actor_kind, actor_name, kind, message, details, created_at)
    VALUES (p_shop, m.customer_id, m.actor_kind, m.actor_name, m.activity_kind, m.message,
      jsonb_build_object('entry_id', p_entry::text, 'amount_minor', -v_hold.amount_minor), m.at);
    INSERT INTO events (shop_id, id, kind, data, created_at)
    VALUES (p_shop, next_event_id(p_shop), m.event_kind,
      jsonb_build_object('customer_id', m.customer_id::text, 'entry_id', p_entry::text), m.at);
  END IF;
  FOR v_part IN
    SELECT a.grant_id, a.amount_minor, g.expires_at
    FROM credit_allocations a JOIN credit_grants g ON g.shop_id = a.shop_id AND g.id = a.grant_id
    WHERE a.shop_id = p_shop AND a.entry_id = p_entry
    ORDER BY g.expires_at, g.id
  LOOP
    IF v_left > 0 THEN
      INSERT INTO credit_allocations (shop_id, entry_id, grant_id, amount_minor)
      VALUES (p_shop, v_entry, v_part.grant_id, least(v_left, v_part.amount_minor));
    END IF;
    IF v_left < v_part.amount_minor THEN
      UPDATE credit_grants SET remaining_minor = remaining_minor + v_part.amount_minor - v_left
      WHERE shop_id = p_shop AND id = v_part.grant_id;
      PERFORM plan_credit_expiry(p_shop, v_part.expires_at, p_codes);
    END IF;
    v_left := greatest(0, v_left - v_part.amount_minor);
  END LOOP;
  -- What comes back may have outlived its time while it was held.
  PERFORM expire_credit_account(p_shop, v_hold.customer_id, v_hold.unit, m.at, p_codes);
  PERFORM reschedule_credit_forfeits(p_shop, v_hold.customer_id, m.at, p_codes);
  RETURN v_used;
END $$;
