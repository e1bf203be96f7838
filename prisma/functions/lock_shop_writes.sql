-- Makes the writers of one store take turns until their transactions end. Whoever then takes the next id of a
-- table that readers page by publishes ids in order: no reader passes one that appears later.
CREATE OR REPLACE FUNCTION lock_shop_writes(p_shop bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM shop_write_locks WHERE shop_id = p_shop FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO shop_write_locks (shop_id) VALUES (p_shop) ON CONFLICT DO NOTHING;
    PERFORM 1 FROM shop_write_locks WHERE shop_id = p_shop FOR NO KEY UPDATE;
  END IF;
END $$;
