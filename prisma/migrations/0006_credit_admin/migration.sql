-- What the merchant's screens about store credit need: forfeiting, the size of a run, files of adjustments.

ALTER TABLE credit_runs
  -- How many members the plan had when the run was asked for: what its progress is measured by.
  ADD COLUMN member_count integer NOT NULL DEFAULT 0;

-- The store's customers by what they hold.
CREATE INDEX credit_accounts_by_balance ON credit_accounts (shop_id, unit, available_minor DESC, customer_id);
CREATE INDEX credit_holds_written_off ON credit_holds (shop_id, id DESC) WHERE shortfall_minor > 0;

-- Takes what is left of the grants that a plan gave a customer, as one entry. What a checkout holds of them
-- is not in them now; whether there is such a part is told, so that the caller can look again. Answers
-- {"forfeited_minor", "is_partly_held"}. Repeating it takes nothing more.
CREATE FUNCTION forfeit_plan_credit(p_shop bigint, p_movement jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  m credit_movement := jsonb_populate_record(NULL::credit_movement, p_movement);
  v_left bigint;
  v_entry bigint;
BEGIN
  PERFORM lock_credit_ledger(p_shop);
  PERFORM expire_credit_account(p_shop, m.customer_id, m.unit, m.at);
  SELECT coalesce(sum(remaining_minor), 0) INTO v_left FROM credit_grants
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit AND remaining_minor > 0
    AND plan_id = m.plan_id;
  IF v_left > 0 THEN
    v_entry := write_credit_entry(p_shop, m, -v_left);
    INSERT INTO credit_allocations (shop_id, entry_id, grant_id, amount_minor)
    SELECT p_shop, v_entry, id, remaining_minor FROM credit_grants
    WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit AND remaining_minor > 0
      AND plan_id = m.plan_id;
    UPDATE credit_grants SET remaining_minor = 0
    WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit AND remaining_minor > 0
      AND plan_id = m.plan_id;
  END IF;
  RETURN jsonb_build_object('forfeited_minor', v_left, 'is_partly_held', EXISTS (
    SELECT 1 FROM credit_entries e
    JOIN credit_allocations a ON a.shop_id = e.shop_id AND a.entry_id = e.id
    JOIN credit_grants g ON g.shop_id = a.shop_id AND g.id = a.grant_id
    WHERE e.shop_id = p_shop AND e.customer_id = m.customer_id AND e.unit = m.unit AND e.status = 1
      AND g.plan_id = m.plan_id));
END $$;

-- A file of adjustments, as it was read. It is checked first; what it does to the ledger it does when the
-- merchant has said so. The content is named by its hash, however the file was written: a line that was
-- applied before, from whatever upload of the same content, is not applied again.
CREATE TABLE credit_files (
  shop_id            bigint NOT NULL REFERENCES shops (id),
  id                 bigint GENERATED ALWAYS AS IDENTITY,
  name               text NOT NULL,
  content_hash       text NOT NULL,
  state              text NOT NULL CHECK (state IN ('checked', 'applying', 'done')),
  line_count         integer NOT NULL,
  problem_count      integer NOT NULL,
  repeated_count     integer NOT NULL,
  -- What the lines without problems would give and take, as they were checked.
  given_minor        bigint NOT NULL,
  taken_minor        bigint NOT NULL,
  currency           text NOT NULL,
  actor_kind         text NOT NULL,
  actor_name         text,
  done_count         integer NOT NULL DEFAULT 0,
  created_at         timestamptz NOT NULL,
  confirmed_at       timestamptz,
  finished_at        timestamptz,
  PRIMARY KEY (shop_id, id),
  CHECK ((state = 'checked') = (confirmed_at IS NULL)),
  CHECK ((state = 'done') = (finished_at IS NOT NULL))
);

CREATE TABLE credit_file_lines (
  shop_id          bigint NOT NULL REFERENCES shops (id),
  file_id          bigint NOT NULL,
  -- Counts the lines with something on them; `line` is where it stands in the file.
  position         integer NOT NULL,
  line             integer NOT NULL,
  -- What was written.
  customer         text NOT NULL,
  email            text NOT NULL,
  amount           text NOT NULL,
  type             text NOT NULL,
  reason           text NOT NULL,
  currency         text NOT NULL,
  -- What it means; null where it means nothing.
  customer_id      bigint,
  amount_minor     bigint,
  type_code        smallint,
  problems         text[] NOT NULL,
  notice           text,
  -- What became of it. Null: not tried.
  outcome          text CHECK (outcome IN ('applied', 'repeated', 'nothing', 'too_much', 'skipped')),
  applied_minor    bigint,
  entry_id         bigint,
  PRIMARY KEY (shop_id, file_id, position),
  FOREIGN KEY (shop_id, file_id) REFERENCES credit_files (shop_id, id),
  FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id),
  FOREIGN KEY (shop_id, entry_id) REFERENCES credit_entries (shop_id, id)
);
CREATE INDEX credit_file_lines_by_customer ON credit_file_lines (shop_id, customer_id);
