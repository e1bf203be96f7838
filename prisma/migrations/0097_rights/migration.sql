-- When the owner of a membership had what it gives: a list of spans, each from an instant to one that is no longer part of it, or to null
-- where no end is known. Null until the contract changes: then it follows from the row.
ALTER TABLE subscriptions ADD COLUMN rights jsonb;
