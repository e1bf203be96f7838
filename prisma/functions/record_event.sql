-- Records an event of a store in the caller's transaction and answers its id.
CREATE OR REPLACE FUNCTION record_event(p_shop bigint, p_kind text, p_data jsonb, p_at timestamptz)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_id bigint := next_event_id(p_shop);
BEGIN
  INSERT INTO events (shop_id, id, kind, data, created_at) VALUES (p_shop, v_id, p_kind, p_data, p_at);
  RETURN v_id;
END $$;
