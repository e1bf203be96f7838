-- Gives back what a live hold keeps. One that was captured or released stays as it is, except that it learns of
-- its code on the platform, which may have been found late. With p_only_uncoded a hold that has its code stays live.
CREATE OR REPLACE FUNCTION release_credit_hold(p_shop bigint, p_hold bigint, p_discount text, p_only_uncoded boolean,
  p_movement jsonb, p_codes jsonb)
RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  m credit_movement := jsonb_populate_record(NULL::credit_movement, p_movement);
  v_hold credit_holds;
BEGIN
  SELECT * INTO STRICT v_hold FROM credit_holds WHERE shop_id = p_shop AND id = p_hold FOR UPDATE;
  PERFORM lock_shop_writes(p_shop);
  IF p_only_uncoded AND v_hold.discount_gid IS NOT NULL THEN
    RETURN;
  END IF;
  UPDATE credit_holds SET discount_gid = coalesce(discount_gid, p_discount),
    state = CASE WHEN state = 'live' THEN 'released' ELSE state END, settled_at = coalesce(settled_at, m.at)
  WHERE shop_id = p_shop AND id = p_hold;
  IF v_hold.state = 'live' THEN
    PERFORM settle_credit_hold(p_shop, v_hold.entry_id, 0, p_movement, p_codes);
  END IF;
END $$;
