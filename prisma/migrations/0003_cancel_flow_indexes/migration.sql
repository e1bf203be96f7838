-- The overview counts the flows of a span of time; an accepted offer or a cancellation ends those that
-- are open on its subscription. A store's flows are kept for good, so both must find theirs by index.
CREATE INDEX cancel_flows_by_start ON cancel_flows (shop_id, started_at);
CREATE INDEX cancel_flows_open ON cancel_flows (shop_id, subscription_id) WHERE outcome = 'open';
