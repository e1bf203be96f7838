-- Posts movements in order and answers one result for each: {"outcome", …}
--   posted    with what moved and the account after it
--   repeated  a movement with this source_key was posted before; nothing moved
--   nothing   there was nothing to take
--   too_much  the account would hold more than can be counted exactly
--   replayed  the result of an earlier movement with this idempotency key
--   conflict  this idempotency key came with another input before
-- Plain movements are posted in one set, the others one by one after them. All movements of a customer go the
-- same way, so their order holds. `p_codes` holds the kinds, type codes and texts of what the ledger does by itself.
-- It plans without sequential scans, and so do the functions it calls: a plan that was made while the tables were
-- small would otherwise read them from end to end until statistics are next taken.
CREATE OR REPLACE FUNCTION post_credit(p_shop bigint, p_movements jsonb, p_codes jsonb)
RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  v_all credit_movement[];
  v_plain integer[];
  v_posted jsonb[];
  v_results jsonb[];
BEGIN
  PERFORM lock_shop_writes(p_shop);
  SELECT array_agg(m ORDER BY place) INTO v_all
  FROM (SELECT m, row_number() OVER () AS place
        FROM jsonb_populate_recordset(NULL::credit_movement, p_movements) m) movement;
  v_all := follow_merged_credit(p_shop, v_all);
  -- A set costs less from the third movement on.
  v_plain := CASE WHEN cardinality(v_all) > 2 THEN find_plain_credit(p_shop, v_all, p_codes) ELSE '{}' END;
  IF cardinality(v_plain) = cardinality(v_all) THEN
    RETURN to_jsonb(post_credit_set(p_shop, v_all, p_codes));
  END IF;
  v_results := array_fill(NULL::jsonb, ARRAY[cardinality(v_all)]);
  IF cardinality(v_plain) > 0 THEN
    SELECT post_credit_set(p_shop, array_agg(v_all[place] ORDER BY place), p_codes) INTO v_posted
    FROM unnest(v_plain) place;
    FOR i IN 1 .. cardinality(v_plain) LOOP
      v_results[v_plain[i]] := v_posted[i];
    END LOOP;
  END IF;
  FOR i IN 1 .. cardinality(v_all) LOOP
    IF v_results[i] IS NULL THEN
      v_results[i] := post_one_credit_movement(p_shop, v_all[i], p_codes);
    END IF;
  END LOOP;
  RETURN to_jsonb(v_results);
END $$;
