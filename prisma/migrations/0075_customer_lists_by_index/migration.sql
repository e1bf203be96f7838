-- The list of customers follows these indexes by themselves, without the tables: each has all that is asked of a row.

DROP INDEX customers_by_since;
CREATE INDEX customers_by_since ON customers (shop_id, (coalesce(platform_created_at, created_at)), id)
  INCLUDE (platform_created_at, created_at) WHERE merged_into_id IS NULL;


-- Its two parts run in one direction, so that a page can begin behind a row.
DROP INDEX credit_rankings_by_balance;
CREATE INDEX credit_rankings_by_balance ON credit_rankings (shop_id, available_minor, customer_id);

DROP INDEX subscriptions_due;
CREATE INDEX subscriptions_due ON subscriptions (shop_id, next_billing_at, customer_id, id) WHERE status = 'active';
CREATE INDEX members_of_status ON members (shop_id, status, customer_id);
