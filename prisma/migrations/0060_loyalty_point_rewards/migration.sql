-- What customers can get for their points, in the merchant's order.
CREATE TABLE loyalty_point_rewards (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  points bigint NOT NULL CHECK (points > 0),
  reward jsonb NOT NULL,
  -- So often each customer can have it; null: without a limit.
  per_customer integer CHECK (per_customer > 0),
  is_active boolean NOT NULL,
  position integer NOT NULL DEFAULT 0,
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id)
);
SELECT distribute_by_shop('loyalty_point_rewards');
ALTER TABLE loyalty_point_rewards ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
CREATE INDEX loyalty_point_rewards_in_order ON loyalty_point_rewards (shop_id, position, id) WHERE archived_at IS NULL;

-- A reward may also be what points were given for; `completion` is then the key of the request, and `given` what was got.
ALTER TABLE loyalty_rewards
  ADD COLUMN point_reward_id bigint,
  ADD COLUMN points_paid bigint CHECK (points_paid > 0),
  ADD FOREIGN KEY (shop_id, point_reward_id) REFERENCES loyalty_point_rewards (shop_id, id);
CREATE UNIQUE INDEX loyalty_rewards_of_points_once ON loyalty_rewards (shop_id, customer_id, point_reward_id, completion)
  WHERE point_reward_id IS NOT NULL;
CREATE INDEX loyalty_rewards_by_point_reward ON loyalty_rewards (shop_id, point_reward_id);

-- Points whose end customers are told of.
CREATE INDEX credit_grants_points_to_expire ON credit_grants (shop_id, expires_at)
  WHERE unit = 'points' AND remaining_minor > 0 AND expires_at IS NOT NULL;
