-- The zone in which a day and a time are kept: a store may move to another one, and its charges stay at their instants. Null is the
-- zone that the store has had so far: it is written down here when the store moves.
ALTER TABLE subscriptions ADD COLUMN kept_zone text;
ALTER TABLE billing_cycles ADD COLUMN kept_zone text;

-- What the platform says where that is not the currency of the store's amounts here, and since when: nothing that was counted in one
-- is another.
ALTER TABLE shops ADD COLUMN platform_currency text, ADD COLUMN platform_currency_since timestamptz;

-- While an unpaid charge waits for another delivery address: the digest of the one that was refused, and when it became another.
ALTER TABLE billing_cycles ADD COLUMN address_digest text, ADD COLUMN address_changed_at timestamptz;
