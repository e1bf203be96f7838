-- For members who were known to the store since a date.
CREATE INDEX members_by_creation ON members (shop_id, created_at, id);
