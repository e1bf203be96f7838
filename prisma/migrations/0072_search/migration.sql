-- The admin's search finds an order while its name is typed, in any case, by bytes: whatever the database's collation is.
CREATE INDEX orders_by_name ON orders (shop_id, lower(name) text_pattern_ops);
-- A coupon is searched by upper(code) (loyalty_coupons_by_code), a code of store credit by itself (credit_holds' unique key).
