-- What is known of each subscriber when a change of price is stopped.
ALTER TABLE price_change_rows
  -- A notice was written for its customer, and was neither refused nor held back.
  ADD COLUMN is_told boolean NOT NULL DEFAULT false,
  -- How it stood when a stop ended it; null also for those that were stopped before this was kept.
  ADD COLUMN stopped_from text CHECK (stopped_from IN ('waiting', 'told', 'writing', 'written'));
UPDATE price_change_rows SET is_told = true
  WHERE before_minor IS NOT NULL AND coalesce(note, '') NOT LIKE 'The customer could not be told.%';
UPDATE price_change_rows r SET is_told = false FROM mails m
  WHERE r.state = 'stopped' AND r.is_told AND m.shop_id = r.shop_id
    AND m.cause_key = 'price_change:' || r.price_change_id || ':' || r.subscription_id
    AND m.state NOT IN ('sent', 'sending', 'queued');
-- The counts of a change are read from this index alone.
DROP INDEX price_change_rows_by_state;
CREATE INDEX price_change_rows_by_state
  ON price_change_rows (shop_id, price_change_id, state, answer, stopped_from, is_told, subscription_id);
