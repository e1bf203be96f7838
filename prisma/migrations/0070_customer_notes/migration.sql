-- What the merchant's staff wrote down about a customer.
CREATE TABLE customer_notes (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  customer_id bigint NOT NULL,
  body text NOT NULL CHECK (body <> ''),
  -- The member of the staff who wrote it.
  author_name text,
  created_at timestamptz NOT NULL,
  -- When it was changed last, and by whom; null for one that never was.
  edited_at timestamptz,
  editor_name text,
  PRIMARY KEY (shop_id, id)
);
SELECT distribute_by_shop('customer_notes');
ALTER TABLE customer_notes ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
ALTER TABLE customer_notes ADD FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id);
CREATE INDEX customer_notes_of_customer ON customer_notes (shop_id, customer_id, created_at, id);

-- The timeline of a customer in the order of its instants.
DROP INDEX activities_by_customer;
CREATE INDEX activities_by_customer ON activities (shop_id, customer_id, created_at, id);
