-- Mails to customers, each of one cause, from the cause's transaction until the mail server has answered.
CREATE TABLE mails (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  customer_id bigint NOT NULL,
  kind text NOT NULL,
  cause_key text NOT NULL,
  -- What the mail says; null once it needs to be said no more.
  data jsonb,
  -- The language that it was sent in.
  locale text,
  state text NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'suppressed', 'unknown')),
  -- Counts claims too: who sends holds the newest.
  attempts integer NOT NULL DEFAULT 0,
  -- Why it was not sent, or not yet.
  reason text,
  message_id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- In business time.
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  -- In machine time, by which a mail server's answers are waited for.
  queued_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop_id, id)
);
SELECT distribute_by_shop('mails');
ALTER TABLE mails ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
ALTER TABLE mails ADD FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id);
CREATE UNIQUE INDEX mails_by_cause ON mails (shop_id, cause_key);
CREATE INDEX mails_of_customer ON mails (shop_id, customer_id, id);
CREATE INDEX mails_open ON mails (shop_id, id) WHERE state IN ('queued', 'sending');

-- Addresses that get no mail any more: all of it, or that which they may do without.
CREATE TABLE mail_suppressions (
  shop_id bigint NOT NULL,
  -- SHA-256 of the address in lower case.
  address_hash bytea NOT NULL,
  scope text NOT NULL CHECK (scope IN ('every', 'optional')),
  -- Whose address it was, to erase it with them.
  customer_id bigint NOT NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, address_hash, scope)
);
SELECT distribute_by_shop('mail_suppressions');
ALTER TABLE mail_suppressions ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
ALTER TABLE mail_suppressions ADD FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id);
CREATE INDEX mail_suppressions_of_customer ON mail_suppressions (shop_id, customer_id);

-- How a store's mails look, which are sent, and the merchant's own words in them.
CREATE TABLE mail_settings (
  shop_id bigint PRIMARY KEY,
  color text NOT NULL CHECK (color ~ '^#[0-9a-f]{6}$'),
  kinds_off text[] NOT NULL,
  texts jsonb NOT NULL,
  updated_at timestamptz NOT NULL
);
SELECT distribute_by_shop('mail_settings');
ALTER TABLE mail_settings ADD FOREIGN KEY (shop_id) REFERENCES shops (id);

-- What happened before there were mails is no reason for one.
INSERT INTO event_cursors (shop_id, subscriber, last_id)
SELECT shop_id, 'mails', max(id) FROM events GROUP BY shop_id;
