-- Something of the platform's that could not be brought into our rows, while everything else goes on.
CREATE TABLE set_aside (
  shop_id bigint NOT NULL,
  kind text NOT NULL,
  -- The platform's number.
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
