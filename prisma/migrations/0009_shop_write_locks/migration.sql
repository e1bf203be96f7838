-- One row a store, locked by whoever writes rows that a reader pages by (ledger entries, events). Writers of one
-- store take turns, so an id becomes visible only after every smaller one. FOR NO KEY UPDATE makes no row
-- version, and unlike an advisory lock it holds on every node of a distributed database.
CREATE TABLE shop_write_locks (
  shop_id bigint NOT NULL REFERENCES shops (id),
  PRIMARY KEY (shop_id)
);
INSERT INTO shop_write_locks (shop_id) SELECT id FROM shops;

CREATE FUNCTION lock_shop_writes(p_shop bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM shop_write_locks WHERE shop_id = p_shop FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO shop_write_locks (shop_id) VALUES (p_shop) ON CONFLICT DO NOTHING;
    PERFORM 1 FROM shop_write_locks WHERE shop_id = p_shop FOR NO KEY UPDATE;
  END IF;
END $$;
