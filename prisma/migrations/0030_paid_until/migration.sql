-- Until when a subscription is paid for: a fact of its charges. The date of the next charge says it only until
-- somebody moves that date.
ALTER TABLE subscriptions ADD COLUMN paid_until timestamptz;

-- What was taken for it until now. A statement that every node runs calls immutable functions alone.
UPDATE subscriptions s SET paid_until = CASE
  WHEN s.status = 'active' THEN s.next_billing_at
  WHEN s.last_charged_at IS NOT NULL THEN ((s.last_charged_at AT TIME ZONE h.iana_timezone) + CASE s.interval_unit
    WHEN 'day' THEN make_interval(days => s.interval_count)
    WHEN 'week' THEN make_interval(weeks => s.interval_count)
    WHEN 'month' THEN make_interval(months => s.interval_count)
    ELSE make_interval(years => s.interval_count) END) AT TIME ZONE h.iana_timezone
  WHEN s.paused_until IS NULL THEN s.next_billing_at END
FROM shops h WHERE h.id = s.shop_id AND s.status <> 'cancelled';
