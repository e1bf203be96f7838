-- Revenue is that of the orders in the store's currency: the index of days answers it alone, as before.
DROP INDEX orders_by_date;
CREATE INDEX orders_by_date ON orders (shop_id, processed_at) INCLUDE (total_minor, is_renewal, currency);

-- The currency of an order that used a code for credit of another one: nothing of it is booked, and the merchant sees it. Null otherwise.
ALTER TABLE credit_holds ADD COLUMN order_currency text;

CREATE INDEX credit_holds_in_another_currency ON credit_holds (shop_id, id DESC) WHERE order_currency IS NOT NULL;
