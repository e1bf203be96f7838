-- A key belongs to one request at a time. The lease of a request whose process was killed ends by itself, and what the
-- request had done by then is noted, so that the one that goes on does not do it again.
ALTER TABLE idempotency_keys
  ADD COLUMN claim_id uuid,
  ADD COLUMN claimed_until timestamptz(6),
  ADD COLUMN done_so_far text;
