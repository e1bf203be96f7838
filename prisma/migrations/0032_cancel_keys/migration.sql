-- By what the request that cancelled a subscription is known again: its idempotency key and its flow.
ALTER TABLE subscriptions ADD COLUMN cancel_keys text[] NOT NULL DEFAULT '{}';
