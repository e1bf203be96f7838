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
