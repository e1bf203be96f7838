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
