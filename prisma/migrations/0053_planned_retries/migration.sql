-- What comes after a failed attempt is read from its cycle, where it is kept up to date.
ALTER TABLE billing_attempts DROP COLUMN will_retry, DROP COLUMN next_retry_at;
-- The platform dates the end of an attempt to the second.
UPDATE billing_attempts SET completed_at = created_at WHERE completed_at < created_at;
