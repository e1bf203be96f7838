-- Discounts that rewards put on the subscription whose renewal earned them.
CREATE TABLE loyalty_contract_rewards (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  reward_id bigint NOT NULL,
  -- How many of this reward's came before it.
  number integer NOT NULL,
  subscription_id bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'active', 'leaving', 'withdrawn', 'refused')),
  reward jsonb NOT NULL,
  title text NOT NULL,
  -- Kept before it is committed, so that it is committed once.
  draft_id text,
  discount_gid text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id)
);
SELECT distribute_by_shop('loyalty_contract_rewards');
ALTER TABLE loyalty_contract_rewards
  ADD FOREIGN KEY (shop_id, reward_id) REFERENCES loyalty_rewards (shop_id, id),
  ADD FOREIGN KEY (shop_id, subscription_id) REFERENCES subscriptions (shop_id, id);
CREATE UNIQUE INDEX loyalty_contract_rewards_once ON loyalty_contract_rewards (shop_id, reward_id, number);
CREATE INDEX loyalty_contract_rewards_by_subscription ON loyalty_contract_rewards (shop_id, subscription_id);
