-- Until then the platform's cycle lasts that was charged, or tried, before its day: the platform takes no other charge in it. The end of a
-- cycle was not kept; it is the day on which the platform expected the charge.
ALTER TABLE subscriptions ADD COLUMN chargeable_from timestamptz;

UPDATE subscriptions s SET chargeable_from = c.expected_at + interval '1 second'
FROM billing_cycles c
WHERE c.shop_id = s.shop_id AND c.subscription_id = s.id AND c.expected_at > c.due_at
  AND NOT EXISTS (
    SELECT 1 FROM billing_cycles l
    WHERE l.shop_id = s.shop_id AND l.subscription_id = s.id AND l.cycle_index > c.cycle_index);
