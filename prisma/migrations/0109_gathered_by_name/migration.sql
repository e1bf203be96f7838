-- Jobs of one name are looked for by themselves, because some kinds come before others.
DROP INDEX gathered_jobs_due;
CREATE INDEX gathered_jobs_due ON gathered_jobs (shop_id, work, name, due_at);
