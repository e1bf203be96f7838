-- Jobs of a store that one job of the queue does together, as many at a time as one question to the platform can be about.
CREATE TABLE gathered_jobs (
  shop_id    bigint NOT NULL,
  -- The name of the queue's job that does them.
  work       text NOT NULL,
  key        text NOT NULL,
  name       text NOT NULL,
  payload    jsonb NOT NULL,
  -- Grows with each that is added under the key: one that comes while the former is being done is done after it.
  version    integer NOT NULL DEFAULT 1,
  -- Machine time, as the queue's.
  due_at     timestamptz NOT NULL DEFAULT now(),
  attempts   integer NOT NULL DEFAULT 0,
  last_error text,
  PRIMARY KEY (shop_id, work, key)
);
SELECT distribute_by_shop('gathered_jobs');
ALTER TABLE gathered_jobs ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
CREATE INDEX gathered_jobs_due ON gathered_jobs (shop_id, work, due_at);
-- The sweep looks for what is overdue in any store.
CREATE INDEX gathered_jobs_overdue ON gathered_jobs (due_at);
