CREATE OR REPLACE FUNCTION plans_of_grants_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM credit_grants WHERE shop_id = OLD.shop_id AND plan_id = OLD.id) THEN
    RAISE foreign_key_violation USING MESSAGE = 'this plan has granted credit';
  END IF;
  RETURN OLD;
END $$;
