-- Consent to a change of price or terms, a text of what changes, and the plan's own price with it.
ALTER TABLE price_changes
  -- What it means when a customer does not answer: agrees (they are not asked), keeps (their price and terms), cancels.
  ADD COLUMN silence text NOT NULL DEFAULT 'agrees' CHECK (silence IN ('agrees', 'keeps', 'cancels')),
  -- What changes besides the price, in the merchant's words.
  ADD COLUMN terms_note text,
  -- When the plan's own price changes for new subscribers: never, with the start, or on the day; from what to what.
  ADD COLUMN plan_price_from timestamptz,
  ADD COLUMN plan_before_minor bigint,
  ADD COLUMN plan_after_minor bigint,
  -- Why the plan kept its price, or null.
  ADD COLUMN plan_note text,
  ADD COLUMN plan_done_at timestamptz;
-- With a text of terms the price may stay.
ALTER TABLE price_changes DROP CONSTRAINT price_changes_check;
ALTER TABLE price_changes ADD CONSTRAINT price_changes_what CHECK (
  NOT (fixed_minor IS NOT NULL AND percent_hundredths IS NOT NULL)
  AND (fixed_minor IS NOT NULL OR percent_hundredths IS NOT NULL OR terms_note IS NOT NULL));

ALTER TABLE price_change_rows
  -- Null: not asked. none: the time to answer is over.
  ADD COLUMN answer text CHECK (answer IN ('asked', 'agreed', 'declined', 'none')),
  ADD COLUMN answered_at timestamptz,
  -- What the customer has agreed to, as they have read it.
  ADD COLUMN answer_text text,
  ADD CONSTRAINT price_change_rows_answer CHECK ((answered_at IS NOT NULL) = coalesce(answer IN ('agreed', 'declined'), false));
-- The counts of a change are read from this index alone.
DROP INDEX price_change_rows_by_state;
CREATE INDEX price_change_rows_by_state ON price_change_rows (shop_id, price_change_id, state, answer, subscription_id);

-- A pass that reminds comes between writing and the day.
UPDATE price_changes SET pass = pass + 1 WHERE pass >= 3;
UPDATE price_change_rows SET pass = pass + 1 WHERE pass >= 3;
UPDATE due_tasks SET payload = jsonb_set(payload, '{pass}', to_jsonb((payload->>'pass')::int + 1))
  WHERE kind = 'run-price-change' AND done_at IS NULL AND (payload->>'pass')::int >= 3;
