-- Something that could not be brought into our rows, or followed, while everything else goes on.
CREATE TABLE set_aside (
  shop_id bigint NOT NULL,
  kind text NOT NULL,
  -- The platform's number, or our own.
  key text NOT NULL,
  label text,
  error text NOT NULL,
  since timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 1,
  PRIMARY KEY (shop_id, kind, key)
);
SELECT distribute_by_shop('set_aside');

-- Something of the store may be there: only then is it looked for, because nearly always nothing is.
ALTER TABLE shops ADD COLUMN has_set_aside boolean NOT NULL DEFAULT false;

-- A line of a file that has failed by itself keeps none behind it from being applied.
ALTER TABLE credit_file_lines DROP CONSTRAINT credit_file_lines_outcome_check,
  ADD CONSTRAINT credit_file_lines_outcome_check
  CHECK (outcome IN ('applied', 'repeated', 'nothing', 'too_much', 'skipped', 'failed'));
ALTER TABLE loyalty_file_lines DROP CONSTRAINT loyalty_file_lines_outcome_check,
  ADD CONSTRAINT loyalty_file_lines_outcome_check
  CHECK (outcome IN ('applied', 'repeated', 'too_much', 'skipped', 'failed', 'without_tier'));
