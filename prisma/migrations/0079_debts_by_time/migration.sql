-- The entries that made a debt or paid some of it: what a customer's account came to before or after them is below zero. They are
-- few, and tell a report what was owed on any day.
CREATE INDEX credit_entries_in_debt ON credit_entries (shop_id, unit, created_at) INCLUDE (amount_minor, total_after_minor)
  WHERE status = 0 AND (total_after_minor < 0 OR total_after_minor < amount_minor);
