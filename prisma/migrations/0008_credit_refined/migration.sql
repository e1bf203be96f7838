-- What use and measurement have changed in the ledger and in the files of adjustments.

-- Lighter: ended holds are in no report, and nothing looks for a grant by its entry.
DROP INDEX credit_entries_by_time;
CREATE INDEX credit_entries_by_time ON credit_entries (shop_id, created_at, id) WHERE status IN (0, 1);
DROP INDEX credit_grants_by_entry;
-- Of money alone, so that no plan of the ledger's own, for whatever unit, takes it for a way to one account.
DROP INDEX credit_accounts_by_balance;
CREATE INDEX credit_accounts_by_balance ON credit_accounts (shop_id, available_minor DESC, customer_id)
  WHERE unit = 'money';

-- The plan of a grant is looked up once a statement: a grant to a whole plan names it for every member.
ALTER TABLE credit_grants DROP CONSTRAINT credit_grants_shop_id_plan_id_fkey;

CREATE FUNCTION credit_grants_name_plans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM (SELECT DISTINCT shop_id, plan_id FROM written WHERE plan_id IS NOT NULL) w
    WHERE NOT EXISTS (SELECT 1 FROM plans p WHERE p.shop_id = w.shop_id AND p.id = w.plan_id)) THEN
    RAISE foreign_key_violation USING MESSAGE = 'credit was granted by a plan that this store does not have';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER credit_grants_name_plans AFTER INSERT ON credit_grants REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION credit_grants_name_plans();

CREATE FUNCTION plans_of_grants_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM credit_grants WHERE shop_id = OLD.shop_id AND plan_id = OLD.id) THEN
    RAISE foreign_key_violation USING MESSAGE = 'this plan has granted credit';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER plans_of_grants_stay BEFORE DELETE ON plans
  FOR EACH ROW EXECUTE FUNCTION plans_of_grants_stay();

-- An entry is never rewritten. Two things may change: a hold ends, and an erasure empties its words.
CREATE OR REPLACE FUNCTION credit_entries_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - '{status, settled_at, message, reason}'::text[]
       <> to_jsonb(OLD) - '{status, settled_at, message, reason}'::text[]
     OR (OLD.status <> 1 AND (NEW.status, NEW.settled_at) IS DISTINCT FROM (OLD.status, OLD.settled_at)) THEN
    RAISE EXCEPTION 'an entry of the credit ledger is never changed; post another one';
  END IF;
  RETURN NEW;
END $$;

ALTER TABLE credit_files
  -- Titles of columns that mean nothing here.
  ADD COLUMN unread_columns text[] NOT NULL DEFAULT '{}';
ALTER TABLE credit_file_lines
  -- The last day of use as it was written, and the instant that it means.
  ADD COLUMN expires    text NOT NULL DEFAULT '',
  ADD COLUMN expires_at timestamptz;
CREATE INDEX credit_file_lines_by_entry ON credit_file_lines (shop_id, entry_id) WHERE entry_id IS NOT NULL;
