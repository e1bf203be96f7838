-- What other systems reported of customers, each report once.
CREATE TABLE loyalty_actions (
  shop_id bigint NOT NULL,
  -- As the other system names it.
  event_id text NOT NULL,
  customer_id bigint NOT NULL,
  action_key text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, event_id)
);
SELECT distribute_by_shop('loyalty_actions');
ALTER TABLE loyalty_actions ADD FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id);
CREATE INDEX loyalty_actions_by_customer ON loyalty_actions (shop_id, customer_id);

-- When customers have their birthday, without the year.
CREATE TABLE loyalty_birthdays (
  shop_id bigint NOT NULL,
  customer_id bigint NOT NULL,
  -- Month and day as one number: 229 is 29 February.
  month_day smallint NOT NULL CHECK (month_day BETWEEN 101 AND 1231),
  -- No reward before this day, in the store's zone.
  counts_from date NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, customer_id)
);
SELECT distribute_by_shop('loyalty_birthdays');
ALTER TABLE loyalty_birthdays ADD FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id);
CREATE INDEX loyalty_birthdays_by_day ON loyalty_birthdays (shop_id, month_day, customer_id);
CREATE INDEX loyalty_birthdays_by_beginning ON loyalty_birthdays (shop_id, counts_from);

-- Whose anniversary a day is.
CREATE INDEX customers_by_beginning ON customers (shop_id, platform_created_at);

-- The code that an order's cart carried from a referral link.
ALTER TABLE orders ADD COLUMN referral_code text;

-- Codes of referral links. A customer with whom others were merged has theirs too.
CREATE TABLE loyalty_referral_codes (
  shop_id bigint NOT NULL,
  code text NOT NULL,
  customer_id bigint NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, code)
);
SELECT distribute_by_shop('loyalty_referral_codes');
ALTER TABLE loyalty_referral_codes ADD FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id);
CREATE INDEX loyalty_referral_codes_by_customer ON loyalty_referral_codes (shop_id, customer_id, created_at);

-- Friends whose first order came by a code.
CREATE TABLE loyalty_referrals (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  advocate_id bigint NOT NULL,
  friend_id bigint NOT NULL,
  order_id bigint NOT NULL,
  code text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'review', 'approved', 'rejected')),
  -- Why the merchant is asked.
  reasons text[] NOT NULL,
  referred_at timestamptz NOT NULL,
  -- The end of the order's return window.
  counts_at timestamptz NOT NULL,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id)
);
SELECT distribute_by_shop('loyalty_referrals');
ALTER TABLE loyalty_referrals
  ADD FOREIGN KEY (shop_id, advocate_id) REFERENCES customers (shop_id, id),
  ADD FOREIGN KEY (shop_id, friend_id) REFERENCES customers (shop_id, id),
  ADD FOREIGN KEY (shop_id, order_id) REFERENCES orders (shop_id, id);
CREATE UNIQUE INDEX loyalty_referrals_once ON loyalty_referrals (shop_id, friend_id);
CREATE INDEX loyalty_referrals_by_advocate ON loyalty_referrals (shop_id, advocate_id, referred_at);
CREATE INDEX loyalty_referrals_by_order ON loyalty_referrals (shop_id, order_id);
CREATE INDEX loyalty_referrals_in_review ON loyalty_referrals (shop_id, id) WHERE status = 'review';

-- Receipts of purchases elsewhere that customers have sent in.
CREATE TABLE loyalty_receipts (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  customer_id bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
  retailer text NOT NULL,
  -- The same for all ways of writing the retailer's name.
  retailer_key text NOT NULL,
  purchased_on date NOT NULL,
  total_minor bigint NOT NULL CHECK (total_minor > 0),
  content_type text NOT NULL,
  byte_size integer NOT NULL,
  -- For the customer: why it was rejected.
  reason text,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id)
);
SELECT distribute_by_shop('loyalty_receipts');
ALTER TABLE loyalty_receipts ADD FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id);
CREATE INDEX loyalty_receipts_by_customer ON loyalty_receipts (shop_id, customer_id, id);
CREATE INDEX loyalty_receipts_by_status ON loyalty_receipts (shop_id, status, id);
CREATE UNIQUE INDEX loyalty_receipts_once ON loyalty_receipts (shop_id, retailer_key, purchased_on, total_minor)
  WHERE status <> 'rejected';

-- The images and documents of receipts, which only the review reads.
CREATE TABLE loyalty_receipt_files (
  shop_id bigint NOT NULL,
  receipt_id bigint NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (shop_id, receipt_id)
);
SELECT distribute_by_shop('loyalty_receipt_files');
ALTER TABLE loyalty_receipt_files
  ADD FOREIGN KEY (shop_id, receipt_id) REFERENCES loyalty_receipts (shop_id, id) ON DELETE CASCADE;
