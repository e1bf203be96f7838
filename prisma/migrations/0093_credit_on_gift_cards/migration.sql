-- Store credit does not pay gift cards. A code that was typed in at a checkout may have done so all the same: what it took there is
-- kept, for the merchant to see.
ALTER TABLE credit_holds ADD COLUMN gift_card_minor bigint NOT NULL DEFAULT 0;

CREATE INDEX credit_holds_on_gift_cards ON credit_holds (shop_id, id DESC) WHERE gift_card_minor > 0;
