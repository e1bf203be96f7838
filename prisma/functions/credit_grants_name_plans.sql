CREATE OR REPLACE FUNCTION credit_grants_name_plans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM (SELECT DISTINCT shop_id, plan_id FROM written WHERE plan_id IS NOT NULL) w
    WHERE NOT EXISTS (SELECT 1 FROM plans p WHERE p.shop_id = w.shop_id AND p.id = w.plan_id)) THEN
    RAISE foreign_key_violation USING MESSAGE = 'credit was granted by a plan that this store does not have';
  END IF;
  RETURN NULL;
END $$;
