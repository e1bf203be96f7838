-- When a pause began, and the first charge after it: planned as the pause begins, so that ending it
-- twice moves the schedule once.
ALTER TABLE subscriptions ADD COLUMN paused_at timestamptz;
ALTER TABLE subscriptions ADD COLUMN billing_resumes_at timestamptz;

-- The set of offer types is the code's alone; this column repeats what the rules say, for lists.
ALTER TABLE churn_offers DROP CONSTRAINT churn_offers_type_check;
ALTER TABLE churn_offers ADD CONSTRAINT churn_offers_type_check CHECK (type = rules ->> 'type');
