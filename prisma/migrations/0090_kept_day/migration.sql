-- The day and time that a contract's dates return to after a short month: the 31st, after 28 February. Only charges knew it, so a
-- pause, an offer or a move lost it. Null until the next date changes: then it follows from the contract's beginning.
ALTER TABLE subscriptions ADD COLUMN kept_day smallint, ADD COLUMN kept_time text;

UPDATE subscriptions s SET kept_day = b.kept_day, kept_time = b.kept_time
FROM (
  SELECT DISTINCT ON (shop_id, subscription_id) shop_id, subscription_id, next_due_at, kept_day, kept_time
  FROM billing_cycles ORDER BY shop_id, subscription_id, cycle_index DESC) b
WHERE b.shop_id = s.shop_id AND b.subscription_id = s.id AND b.next_due_at = s.next_billing_at;

-- A pause kept a date that was over before its end, and whoever showed it or charged moved it on by themselves. Now the plan
-- itself has the date.
UPDATE subscriptions s SET billing_resumes_at = d.at
FROM (
  SELECT p.shop_id, p.id, (
    SELECT min(dates.at)
    FROM generate_series(1, 1000) n
    CROSS JOIN LATERAL (
      SELECT ((p.billing_resumes_at AT TIME ZONE z.zone) + n * p.interval_count * ('1 ' || p.interval_unit)::interval)
        AT TIME ZONE z.zone AS at) dates
    WHERE dates.at > p.paused_until) AS at
  FROM subscriptions p
  JOIN shops h ON h.id = p.shop_id
  CROSS JOIN LATERAL (SELECT working_zone(h.iana_timezone) AS zone) z
  WHERE p.billing_resumes_at <= p.paused_until) d
WHERE d.shop_id = s.shop_id AND d.id = s.id;

ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_charged_after_pause CHECK (billing_resumes_at > paused_until);
