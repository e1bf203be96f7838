-- What the latest statement asked of a window and got: its calls, a block for calls to come, the allowance that it
-- applied, and what was granted. The asking values are columns because ON CONFLICT DO UPDATE can read nothing but
-- the row and what was proposed for insertion, on a distributed table too. `used` counts leased calls as used.
ALTER TABLE rate_limit_windows
  ADD COLUMN allowance   bigint NOT NULL DEFAULT 0,
  ADD COLUMN asked_calls bigint NOT NULL DEFAULT 0,
  ADD COLUMN asked_block bigint NOT NULL DEFAULT 0,
  ADD COLUMN granted     bigint NOT NULL DEFAULT 0;
