-- What the dates after the next one return to: 28 February may stand for the 31st. It was known of charges alone, and a pause, an
-- offer or a move lost it. Null while the date is the one with which the contract began: then it is the day of that.
ALTER TABLE subscriptions ADD COLUMN kept_day smallint, ADD COLUMN kept_time text;

UPDATE subscriptions s SET kept_day = b.kept_day, kept_time = b.kept_time
FROM billing_cycles b
WHERE b.shop_id = s.shop_id AND b.subscription_id = s.id AND b.next_due_at = s.next_billing_at
  AND b.cycle_index = (
    SELECT max(l.cycle_index) FROM billing_cycles l WHERE l.shop_id = s.shop_id AND l.subscription_id = s.id);

-- A pause kept a date that was over before its end, and whoever showed it or charged moved it on by themselves. Now the plan
-- itself has the date.
UPDATE subscriptions s SET billing_resumes_at = (
  SELECT d.at
  FROM (SELECT working_zone(h.iana_timezone) AS zone FROM shops h WHERE h.id = s.shop_id) z,
  generate_series(1, 1000) n,
  LATERAL (
    SELECT ((s.billing_resumes_at AT TIME ZONE z.zone) + n * s.interval_count * ('1 ' || s.interval_unit)::interval)
      AT TIME ZONE z.zone AS at) d
  WHERE d.at > s.paused_until ORDER BY n LIMIT 1)
WHERE s.billing_resumes_at <= s.paused_until;

ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_charged_after_pause CHECK (billing_resumes_at > paused_until);
