-- Credit at checkout: what an order took, what came back of it, and how far the storefront has heard.

ALTER TABLE credit_holds
  -- The redemption that the order made of the hold; null when it took nothing.
  ADD COLUMN capture_entry_id bigint,
  -- What refunds and a cancellation gave back so far.
  ADD COLUMN returned_minor   bigint NOT NULL DEFAULT 0 CHECK (returned_minor >= 0),
  ADD FOREIGN KEY (shop_id, capture_entry_id) REFERENCES credit_entries (shop_id, id),
  ADD CHECK (returned_minor <= captured_minor);

ALTER TABLE shops
  -- The last event whose customer's credit has been written where the storefront renders from.
  ADD COLUMN credit_news_cursor bigint NOT NULL DEFAULT 0;
