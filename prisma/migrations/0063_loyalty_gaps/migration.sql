-- Free products that rewards put on a subscription, until so many renewals have brought them.
ALTER TABLE loyalty_contract_rewards
  ADD COLUMN line_gid text,
  -- As the platform called it when it was put there.
  ADD COLUMN product_title text,
  -- So many renewals have brought it.
  ADD COLUMN delivered integer NOT NULL DEFAULT 0,
  DROP CONSTRAINT loyalty_contract_rewards_state_check,
  ADD CONSTRAINT loyalty_contract_rewards_state_check
    CHECK (state IN ('waiting', 'active', 'leaving', 'withdrawn', 'refused', 'delivered', 'ended'));

-- Collections that rules name, as the platform was last asked about them.
CREATE TABLE loyalty_collections (
  shop_id bigint NOT NULL,
  collection_id bigint NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, collection_id)
);
SELECT distribute_by_shop('loyalty_collections');

-- When a product belonged to one of them.
CREATE TABLE loyalty_collection_products (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  collection_id bigint NOT NULL,
  product_id bigint NOT NULL,
  -- Null: since before anybody asked.
  since timestamptz,
  -- Null: still.
  until timestamptz,
  PRIMARY KEY (shop_id, id)
);
SELECT distribute_by_shop('loyalty_collection_products');
ALTER TABLE loyalty_collection_products
  ADD FOREIGN KEY (shop_id, collection_id) REFERENCES loyalty_collections (shop_id, collection_id);
CREATE UNIQUE INDEX loyalty_collection_products_now
  ON loyalty_collection_products (shop_id, collection_id, product_id) WHERE until IS NULL;
CREATE INDEX loyalty_collection_products_by_product ON loyalty_collection_products (shop_id, product_id);
CREATE INDEX loyalty_collection_products_by_collection ON loyalty_collection_products (shop_id, collection_id);



-- Tags of rules about which the platform was asked: who had them before anything told us.
CREATE TABLE loyalty_tags (
  shop_id bigint NOT NULL,
  tag text NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, tag)
);
SELECT distribute_by_shop('loyalty_tags');

-- When the goal of a month or a year begins anew: from then on nothing counts yet.
ALTER TABLE loyalty_progress ADD COLUMN until timestamptz;

-- When the friend followed the link; null for a code that was entered.
ALTER TABLE loyalty_referrals ADD COLUMN followed_at timestamptz;

-- What the order of a friend came to whom another system reports; null when it does not say.
ALTER TABLE loyalty_actions ADD COLUMN order_minor bigint;

-- Files of points and tiers that a merchant brings from another program.
CREATE TABLE loyalty_files (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  content_hash text NOT NULL,
  state text NOT NULL CHECK (state IN ('checked', 'applying', 'done')),
  line_count integer NOT NULL,
  problem_count integer NOT NULL,
  repeated_count integer NOT NULL,
  -- What the lines without problems would give, as they were checked.
  points bigint NOT NULL,
  tier_count integer NOT NULL,
  unread_columns text[] NOT NULL,
  actor_kind text NOT NULL,
  actor_name text,
  done_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (shop_id, id),
  CHECK ((state = 'checked') = (confirmed_at IS NULL)),
  CHECK ((state = 'done') = (finished_at IS NOT NULL))
);
SELECT distribute_by_shop('loyalty_files');
CREATE INDEX loyalty_files_by_content ON loyalty_files (shop_id, content_hash);

CREATE TABLE loyalty_file_lines (
  shop_id bigint NOT NULL,
  file_id bigint NOT NULL,
  -- Counts the lines with something on them; `line` is where it stands in the file.
  position integer NOT NULL,
  line integer NOT NULL,
  -- What was written; `written` are the points.
  customer text NOT NULL,
  email text NOT NULL,
  written text NOT NULL,
  tier text NOT NULL,
  expires text NOT NULL,
  reason text NOT NULL,
  -- What it means; null where it means nothing.
  customer_id bigint,
  points bigint,
  tier_id integer,
  expires_at timestamptz,
  problems text[] NOT NULL,
  -- What became of it. Null: not tried.
  outcome text CHECK (outcome IN ('applied', 'repeated', 'too_much', 'skipped')),
  PRIMARY KEY (shop_id, file_id, position)
);
SELECT distribute_by_shop('loyalty_file_lines');
ALTER TABLE loyalty_file_lines
  ADD FOREIGN KEY (shop_id, file_id) REFERENCES loyalty_files (shop_id, id),
  ADD FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id);
CREATE INDEX loyalty_file_lines_by_customer ON loyalty_file_lines (shop_id, customer_id);
