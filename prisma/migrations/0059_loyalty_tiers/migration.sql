-- The store's tiers, all of them in each version: what customers did goes by the version of its time.
CREATE TABLE loyalty_ladders (
  shop_id bigint NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  since timestamptz NOT NULL,
  basis text NOT NULL,
  -- The lowest tier first.
  tiers jsonb NOT NULL,
  PRIMARY KEY (shop_id, version)
);
SELECT distribute_by_shop('loyalty_ladders');
ALTER TABLE loyalty_ladders ADD FOREIGN KEY (shop_id) REFERENCES shops (id);

-- The tier of each customer, as it was counted last.
CREATE TABLE loyalty_standings (
  shop_id bigint NOT NULL,
  customer_id bigint NOT NULL,
  -- Null: in none.
  tier_id integer,
  since timestamptz,
  review_at timestamptz,
  -- What counted towards a tier.
  amount bigint NOT NULL,
  PRIMARY KEY (shop_id, customer_id)
);
SELECT distribute_by_shop('loyalty_standings');
ALTER TABLE loyalty_standings
  ADD FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id);
CREATE INDEX loyalty_standings_by_tier ON loyalty_standings (shop_id, tier_id, customer_id);

-- A reward is given by a rule, or by a tier that is entered.
ALTER TABLE loyalty_rewards
  ALTER COLUMN rule_id DROP NOT NULL,
  ADD COLUMN tier_id integer;
CREATE UNIQUE INDEX loyalty_rewards_of_tier_once ON loyalty_rewards (shop_id, customer_id, tier_id, completion)
  WHERE tier_id IS NOT NULL;
