-- The orders of the list of customers, and who has a tag.
CREATE INDEX customers_by_since ON customers (shop_id, (coalesce(platform_created_at, created_at)), id)
  WHERE merged_into_id IS NULL;
CREATE INDEX customers_by_name ON customers (shop_id, (left(ltrim(lower(coalesce(first_name, '') || ' '
  || coalesce(last_name, '') || ' ' || coalesce(email, ''))), 200)), id) WHERE merged_into_id IS NULL;
CREATE INDEX customer_tags_by_tag ON customer_tags (shop_id, tag, customer_id) WHERE state IN ('held', 'foreign');

ALTER TABLE saved_views DROP CONSTRAINT saved_views_list_check;
ALTER TABLE saved_views
  ADD CHECK (list IN ('subscriptions', 'failed_payments', 'loyalty_coupons', 'customers'));
