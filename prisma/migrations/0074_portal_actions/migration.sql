-- What shoppers may not change by themselves under this plan; null for the same as under every other.
ALTER TABLE plans ADD COLUMN portal_off JSONB;
