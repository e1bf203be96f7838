-- The id of a store's next event. Takes the store's lock, so that ids become visible in order.
CREATE OR REPLACE FUNCTION next_event_id(p_shop bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_shop_writes(p_shop);
  RETURN (SELECT coalesce(max(id), 0) + 1 FROM events WHERE shop_id = p_shop);
END $$;
