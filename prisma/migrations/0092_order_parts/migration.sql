-- What of an order counts: which of its prices hold the tax, what was paid beside the goods, and what each refund was for. Rows from
-- before are counted by their sums until the next news of them.
ALTER TABLE orders
  ADD COLUMN taxes_included boolean,
  ADD COLUMN beside_minor bigint,
  -- An order that was paid stays so when an item is added to it.
  ADD COLUMN paid_in_full boolean NOT NULL DEFAULT false;
ALTER TABLE order_refunds
  ADD COLUMN beside_minor bigint,
  ADD COLUMN lines jsonb;

-- Of the others the status says it.
UPDATE orders SET paid_in_full = true
WHERE financial_status = 'partially_paid' AND total_minor > 0 AND total_minor <= (
  SELECT coalesce(sum((paid ->> 'amountMinor')::bigint), 0) FROM jsonb_array_elements(transactions) paid
  WHERE paid ->> 'kind' IN ('sale', 'capture') AND paid ->> 'status' = 'success');
