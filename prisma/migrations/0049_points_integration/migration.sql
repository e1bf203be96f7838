-- Another program whose points a store's customers collect. Their balance stands in a metafield of the customer.
CREATE TABLE points_integrations (
  shop_id bigint PRIMARY KEY,
  -- What rows of members call it: <name>_points.
  name text NOT NULL,
  namespace text NOT NULL,
  key text NOT NULL,
  is_hidden boolean NOT NULL,
  -- Counts the changes: what was read for an earlier one is not kept.
  version integer NOT NULL,
  -- When all members were read last. Until then rows do not have the field.
  read_at timestamptz,
  -- Members who had a balance then.
  found_count integer NOT NULL DEFAULT 0
);
SELECT distribute_by_shop('points_integrations');
ALTER TABLE points_integrations ADD FOREIGN KEY (shop_id) REFERENCES shops (id);

CREATE TABLE customer_points (
  shop_id bigint NOT NULL,
  customer_id bigint NOT NULL,
  -- In hundredths of a point.
  hundredths bigint NOT NULL,
  PRIMARY KEY (shop_id, customer_id)
);
SELECT distribute_by_shop('customer_points');
ALTER TABLE customer_points ADD FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id);
