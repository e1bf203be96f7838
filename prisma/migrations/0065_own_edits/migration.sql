-- A change that a subscription's owner has begun on the platform, until its outcome is known. It holds no personal data.
ALTER TABLE subscriptions ADD COLUMN own_edit JSONB;
