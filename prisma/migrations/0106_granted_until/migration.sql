-- Until then lasts the cycle that the store has made longer by an offer: its owner has what a membership gives while it runs. What was
-- paid for, which a cancellation ends with, stays in paid_until.
ALTER TABLE subscriptions ADD COLUMN granted_until timestamptz;
