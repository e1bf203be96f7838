-- The few entries that are on hold, for readers who have to notice when one of them ends.
CREATE INDEX credit_entries_held_by_id ON credit_entries (shop_id, id) WHERE status = 1;
