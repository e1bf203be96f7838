-- What is done is removed after a month, found by when it was done.

CREATE INDEX due_tasks_done ON due_tasks (shop_id, done_at) WHERE done_at IS NOT NULL;
CREATE INDEX webhook_receipts_by_time ON webhook_receipts (shop_id, received_at);
CREATE INDEX bulk_actions_finished ON bulk_actions (shop_id, finished_at) WHERE finished_at IS NOT NULL;
