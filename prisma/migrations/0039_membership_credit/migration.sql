-- What a paid charge of a membership's plan gives, and since when: orders from before give nothing.
ALTER TABLE plans
  ADD COLUMN credit_amount_minor bigint CHECK (credit_amount_minor > 0),
  ADD COLUMN credit_amount_since timestamptz(6),
  ADD CHECK ((credit_amount_minor IS NULL) = (credit_amount_since IS NULL));
