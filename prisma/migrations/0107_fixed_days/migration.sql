-- The date that the next charge had before somebody moved it: the fixed day that it stands for.
ALTER TABLE subscriptions ADD COLUMN moved_from timestamptz;
-- The days on which the platform always charges a contract. A row has them from the next time on that its contract is read, which is
-- before every pause.
ALTER TABLE subscriptions ADD COLUMN billing_anchors jsonb NOT NULL DEFAULT '[]';
