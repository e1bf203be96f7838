-- Where the platform has the accounts of the store's customers; null until it has been asked.
ALTER TABLE shops ADD COLUMN account_url text;

-- What a store had before the installation is imported subject by subject: its orders, and now its charges.
ALTER TABLE order_imports RENAME TO past_imports;
ALTER TABLE past_imports ADD COLUMN subject text NOT NULL DEFAULT 'orders';
ALTER TABLE past_imports ALTER COLUMN subject DROP DEFAULT;
ALTER TABLE past_imports ADD CONSTRAINT past_imports_subject_check CHECK (subject IN ('orders', 'charges'));
ALTER TABLE past_imports DROP CONSTRAINT order_imports_pkey;
ALTER TABLE past_imports ADD CONSTRAINT past_imports_pkey PRIMARY KEY (shop_id, subject);

-- A charge from before the installation belongs to none of the cycles that the app charges: it has a number of its own, by
-- which the attempts of one charge are known.
ALTER TABLE billing_attempts ALTER COLUMN cycle_index DROP NOT NULL;
ALTER TABLE billing_attempts ADD COLUMN past_cycle integer;
ALTER TABLE billing_attempts ADD CONSTRAINT billing_attempts_cycle_check
  CHECK ((cycle_index IS NULL) <> (past_cycle IS NULL));
-- Without a cycle, nothing else says whose it is.
ALTER TABLE billing_attempts ADD CONSTRAINT billing_attempts_subscription_fkey
  FOREIGN KEY (shop_id, subscription_id) REFERENCES subscriptions (shop_id, id);
-- It is over: nothing is asked about it again.
ALTER TABLE billing_attempts ADD CONSTRAINT billing_attempts_past_check
  CHECK (past_cycle IS NULL OR status IN ('success', 'failed'));

-- An import that is repeated stores no attempt twice.
DROP INDEX billing_attempts_of_platform;
CREATE UNIQUE INDEX billing_attempts_of_platform ON billing_attempts (shop_id, platform_attempt_id);
