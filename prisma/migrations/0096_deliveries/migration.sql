-- How often what is prepaid is delivered: one charge pays for several deliveries. Null where each charge brings its own delivery, and
-- until the platform has been asked again.
ALTER TABLE subscriptions ADD COLUMN delivery_unit text, ADD COLUMN delivery_count integer;
ALTER TABLE plans ADD COLUMN delivery_unit text, ADD COLUMN delivery_count integer;
ALTER TABLE contract_import_lines ADD COLUMN delivery_unit text, ADD COLUMN delivery_count integer;

-- The fixed days that an offer of another interval has taken off a contract: they come back with the interval.
ALTER TABLE applied_offers ADD COLUMN previous_anchors jsonb;
