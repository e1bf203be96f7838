-- The store's currency on the platform when an attempt failed, where that is why; null otherwise.
ALTER TABLE billing_attempts ADD COLUMN store_currency text;
UPDATE billing_attempts a SET store_currency = s.platform_currency
FROM shops s
WHERE s.id = a.shop_id AND s.platform_currency <> a.currency AND a.created_at >= s.platform_currency_since
  AND a.status = 'failed' AND a.error_code = 'INVALID_CURRENCY';
