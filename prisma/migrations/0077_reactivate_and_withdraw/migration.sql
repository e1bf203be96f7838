-- When its owner has withdrawn from the contract: nothing is charged from then on.
ALTER TABLE subscriptions ADD COLUMN withdrawn_at timestamptz;

-- The few that the merchant is told to refund.
CREATE INDEX subscriptions_withdrawn_idx ON subscriptions (shop_id, withdrawn_at) WHERE withdrawn_at IS NOT NULL;

-- A canceled contract that its owner starts again: another contract, which carries the key. Written down before the platform is
-- asked for it, which takes no key.
CREATE TABLE reactivations (
  shop_id bigint NOT NULL,
  key text NOT NULL,
  subscription_id bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('asked', 'made', 'ended')),
  successor_id bigint,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, key),
  CHECK (state <> 'made' OR successor_id IS NOT NULL)
);

SELECT distribute_by_shop('reactivations');
ALTER TABLE reactivations ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
ALTER TABLE reactivations ADD FOREIGN KEY (shop_id, subscription_id) REFERENCES subscriptions (shop_id, id);
ALTER TABLE reactivations ADD FOREIGN KEY (shop_id, successor_id) REFERENCES subscriptions (shop_id, id);

-- A contract is started again once: of any number of requests one gets the place.
CREATE UNIQUE INDEX reactivations_one_each ON reactivations (shop_id, subscription_id) WHERE state <> 'ended';
-- What a contract became, and what it was.
CREATE INDEX reactivations_subscription_idx ON reactivations (shop_id, subscription_id);
CREATE INDEX reactivations_successor_idx ON reactivations (shop_id, successor_id);
