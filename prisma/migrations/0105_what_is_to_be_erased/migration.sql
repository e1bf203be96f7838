-- What the platform names in a privacy request, until it is answered: an address and orders, by the platform's numbers.
ALTER TABLE compliance_requests
  ADD COLUMN email text,
  ADD COLUMN platform_order_ids bigint[] NOT NULL DEFAULT '{}';

-- An order whose address and name were erased takes none from the platform again.
ALTER TABLE orders ADD COLUMN redacted_at timestamptz;

-- What earlier erasures left: reasons of points in the timeline, and the old app's ids, which may be addresses.
UPDATE activities a SET message = 'Reason erased'
FROM customers c
WHERE c.redacted_at IS NOT NULL AND a.shop_id = c.shop_id AND a.customer_id = c.id AND a.kind LIKE 'points.%';
UPDATE activities a SET details = a.details - 'external_id'
FROM customers c
WHERE c.redacted_at IS NOT NULL AND a.shop_id = c.shop_id AND a.customer_id = c.id AND a.details ? 'external_id';
UPDATE contract_import_lines l SET external_id = 'erased-' || l.import_id || '-' || l.position
FROM customers c
WHERE c.redacted_at IS NOT NULL AND l.shop_id = c.shop_id AND l.customer_id = c.id;
