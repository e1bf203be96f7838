-- Posts one movement. The caller holds the ledger's lock. Answers {"outcome", …}:
--   posted    with what moved and the account after it
--   repeated  a movement with this source_key was posted before; nothing moved
--   nothing   there was nothing to take
--   too_much  the account would hold more than can be counted exactly
CREATE OR REPLACE FUNCTION post_one_credit_movement(p_shop bigint, m credit_movement) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_amount bigint := m.amount_minor;
  v_available bigint;
  v_entry bigint;
  v_grant bigint;
BEGIN
  IF m.source_key IS NOT NULL AND EXISTS (
    SELECT 1 FROM credit_entries WHERE shop_id = p_shop AND source_key = m.source_key) THEN
    RETURN jsonb_build_object('outcome', 'repeated');
  END IF;
  PERFORM expire_credit_account(p_shop, m.customer_id, m.unit, m.at);
  SELECT available_minor INTO v_available FROM credit_accounts
  WHERE shop_id = p_shop AND customer_id = m.customer_id AND unit = m.unit;
  IF NOT FOUND THEN
    -- Nobody else can be making it: the ledger is locked.
    INSERT INTO credit_accounts (shop_id, customer_id, unit, updated_at)
    VALUES (p_shop, m.customer_id, m.unit, m.at);
    v_available := 0;
  END IF;
  IF v_amount < 0 THEN
    IF m.grant_id IS NOT NULL THEN
      SELECT remaining_minor INTO v_available FROM credit_grants WHERE shop_id = p_shop AND id = m.grant_id;
    END IF;
    v_amount := -least(-v_amount, v_available);
    IF v_amount = 0 THEN
      RETURN jsonb_build_object('outcome', 'nothing');
    END IF;
  ELSIF v_available + v_amount > 9007199254740991 THEN
    RETURN jsonb_build_object('outcome', 'too_much');
  END IF;
  v_entry := write_credit_entry(p_shop, m, v_amount);
  IF v_amount > 0 THEN
    v_grant := open_credit_grants(p_shop, m, v_entry);
  ELSE
    PERFORM draw_from_credit_grants(p_shop, m, v_entry, -v_amount);
  END IF;
  RETURN jsonb_build_object('outcome', 'posted', 'entry_id', v_entry::text, 'grant_id', v_grant::text,
    'amount_minor', v_amount, 'at', m.at,
    'account', read_credit_account(p_shop, m.customer_id, m.unit));
END $$;
