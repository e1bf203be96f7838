-- Keys of stores that have left are revoked for good: they worked again when the store came back.
UPDATE api_keys k SET revoked_at = coalesce(s.uninstalled_at, now())
FROM shops s
WHERE s.id = k.shop_id AND s.status <> 'active' AND k.revoked_at IS NULL;
