-- Why a referral was refused, in the merchant's words; and the lists of those that were decided.
ALTER TABLE loyalty_referrals ADD COLUMN reason text;
CREATE INDEX loyalty_referrals_by_status ON loyalty_referrals (shop_id, status, id);
DROP INDEX loyalty_referrals_in_review;

-- What other tiers would change for the store's customers, counted page by page. Nothing of a customer is kept.
CREATE TABLE loyalty_tier_previews (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- Of the request, so that one that is sent again starts no other.
  source_key text NOT NULL,
  -- The tiers as they were typed, checked and numbered.
  basis text NOT NULL,
  tiers jsonb NOT NULL,
  -- They are counted as if they had been saved then.
  at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done')),
  -- Why it had to begin a page again; null when it did not.
  reason text,
  -- Customers up to this id are counted.
  after_id bigint NOT NULL DEFAULT 0,
  seen_count bigint NOT NULL DEFAULT 0,
  total_count bigint NOT NULL,
  -- From which tier to which, and how many.
  figures jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id)
);
SELECT distribute_by_shop('loyalty_tier_previews');
ALTER TABLE loyalty_tier_previews ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
CREATE UNIQUE INDEX loyalty_tier_previews_once ON loyalty_tier_previews (shop_id, source_key);
