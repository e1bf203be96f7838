-- What a subscription delivers and what its next charge comes to, as the platform's contract has it. Rows from
-- before say nothing until their contract is read again.
ALTER TABLE subscriptions ADD COLUMN lines jsonb NOT NULL DEFAULT '[]';
ALTER TABLE subscriptions ADD COLUMN next_charge_minor bigint;
ALTER TABLE subscriptions ADD COLUMN delivery_minor bigint NOT NULL DEFAULT 0;
