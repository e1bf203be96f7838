-- Replaces the texts of a customer's entries that somebody typed: they may name the person. Nothing else of a
-- posted entry ever changes.
CREATE OR REPLACE FUNCTION erase_credit_reasons(p_shop bigint, p_customer bigint, p_message text)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE credit_entries SET message = p_message, reason = NULL
  WHERE shop_id = p_shop AND customer_id = p_customer AND reason IS NOT NULL;
END $$;
