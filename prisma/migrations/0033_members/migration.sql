-- Who has, or ever had, a membership. Follows the memberships' own rows, so that a list needs no sum over them.
CREATE TABLE members (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  customer_id bigint NOT NULL,
  -- The membership that the state and the plan come from: the newest of those in the best state.
  subscription_id bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'paused', 'cancelled')),
  plan_id bigint,
  plan_name text NOT NULL,
  joined_at timestamptz NOT NULL,
  paused_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id)
);
SELECT distribute_by_shop('members');
ALTER TABLE members ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
ALTER TABLE members ADD FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id);
ALTER TABLE members ADD FOREIGN KEY (shop_id, subscription_id) REFERENCES subscriptions (shop_id, id);
ALTER TABLE members ADD FOREIGN KEY (shop_id, plan_id) REFERENCES plans (shop_id, id);
CREATE UNIQUE INDEX members_by_customer ON members (shop_id, customer_id);
CREATE INDEX members_by_status ON members (shop_id, status, id);
CREATE INDEX members_by_plan ON members (shop_id, plan_id, id);

CREATE INDEX subscriptions_by_status ON subscriptions (shop_id, status, id);
CREATE INDEX subscriptions_of_plan ON subscriptions (shop_id, plan_id, id);
CREATE INDEX subscriptions_by_creation ON subscriptions (shop_id, platform_created_at, id);

INSERT INTO members (shop_id, customer_id, subscription_id, status, plan_id, plan_name, joined_at, paused_at,
  cancelled_at, created_at, updated_at)
SELECT best.shop_id, best.customer_id, best.id, best.status, best.plan_id, best.plan_name, best.joined_at,
  CASE WHEN best.status = 'paused' THEN best.paused_at END,
  CASE WHEN best.status = 'cancelled' THEN best.last_cancelled_at END, best.created_at, best.updated_at
FROM (
  SELECT DISTINCT ON (s.shop_id, s.customer_id) s.*,
    min(s.platform_created_at) OVER member AS joined_at, max(s.cancelled_at) OVER member AS last_cancelled_at
  FROM subscriptions s WHERE s.kind = 'membership' AND s.customer_id IS NOT NULL
  WINDOW member AS (PARTITION BY s.shop_id, s.customer_id)
  ORDER BY s.shop_id, s.customer_id, CASE WHEN s.status = 'active' THEN 0 WHEN s.status = 'paused' THEN 1 ELSE 2 END,
    s.id DESC) best
ORDER BY best.joined_at;

-- How many rows a list has, by what it is filtered by most: counting a million takes 0.1 s, adding up these takes none.
-- Kept in the transactions that change the rows. Plan 0 is none.
CREATE TABLE list_totals (
  shop_id bigint NOT NULL,
  list text NOT NULL CHECK (list IN ('members', 'subscriptions')),
  plan_id bigint NOT NULL,
  status text NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (shop_id, list, plan_id, status)
);
SELECT distribute_by_shop('list_totals');
ALTER TABLE list_totals ADD FOREIGN KEY (shop_id) REFERENCES shops (id);

INSERT INTO list_totals (shop_id, list, plan_id, status, total)
SELECT shop_id, 'subscriptions', coalesce(plan_id, 0), status, count(*) FROM subscriptions GROUP BY 1, 3, 4;
INSERT INTO list_totals (shop_id, list, plan_id, status, total)
SELECT shop_id, 'members', coalesce(plan_id, 0), status, count(*) FROM members GROUP BY 1, 3, 4;
