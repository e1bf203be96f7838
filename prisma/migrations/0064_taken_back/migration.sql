-- Points that were taken back are summed up for each customer whose lifetime points are asked for.
CREATE INDEX credit_entries_taken_back ON credit_entries (shop_id, customer_id, unit) INCLUDE (amount_minor)
  WHERE type_code = 12 AND status = 0;
