-- What mails by date are planned from: the card that pays, and when a trial ends.
ALTER TABLE subscriptions ADD COLUMN card_brand text;
ALTER TABLE subscriptions ADD COLUMN card_last_digits text;
-- The last second of the month in which the card can be used.
ALTER TABLE subscriptions ADD COLUMN card_expires_at timestamptz;
-- When the first full charge is due; null for a subscription that began without a trial.
ALTER TABLE subscriptions ADD COLUMN trial_ends_at timestamptz;
-- 'to_start' until the platform has the trial's end as its next date, 'over' from the first full charge on.
ALTER TABLE subscriptions ADD COLUMN trial_state text CHECK (trial_state IN ('to_start', 'running', 'over'));
ALTER TABLE subscriptions ADD CHECK ((trial_state IS NULL) = (trial_ends_at IS NULL));
CREATE INDEX subscriptions_by_card_expiry ON subscriptions (shop_id, card_expires_at)
  WHERE status = 'active' AND card_expires_at IS NOT NULL;

-- How many days before its date each mail goes out.
ALTER TABLE mail_settings ADD COLUMN renewal_days smallint NOT NULL DEFAULT 3 CHECK (renewal_days BETWEEN 1 AND 30);
ALTER TABLE mail_settings ADD COLUMN trial_days smallint NOT NULL DEFAULT 3 CHECK (trial_days BETWEEN 1 AND 30);
ALTER TABLE mail_settings ADD COLUMN card_days smallint NOT NULL DEFAULT 30 CHECK (card_days BETWEEN 1 AND 90);

-- A plan's trial; both are null for a plan that begins with a full charge.
ALTER TABLE plans ADD COLUMN trial_days integer CHECK (trial_days > 0);
ALTER TABLE plans ADD COLUMN trial_fee_minor bigint CHECK (trial_fee_minor >= 0);
ALTER TABLE plans ADD CHECK ((trial_days IS NULL) = (trial_fee_minor IS NULL));

-- What customers are tagged with on the platform while a membership of the group is active.
ALTER TABLE plan_groups ADD COLUMN customer_tag text;

-- The tags that this app has put on customers. One that a customer had before is 'foreign': it is never taken off.
CREATE TABLE customer_tags (
  shop_id bigint NOT NULL,
  customer_id bigint NOT NULL,
  tag text NOT NULL,
  -- 'adding' and 'removing' are written before the platform is asked.
  state text NOT NULL CHECK (state IN ('adding', 'held', 'foreign', 'removing')),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, customer_id, tag)
);
SELECT distribute_by_shop('customer_tags');
ALTER TABLE customer_tags ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
ALTER TABLE customer_tags ADD FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id);

-- Stores that are installed already look for what is near within the minute.
INSERT INTO due_tasks (shop_id, kind, key, payload, due_at)
SELECT id, 'send-reminders', 'first', '{}', now() FROM shops WHERE status = 'active';
