-- What the merchant's editor of plans shows and changes. The platform owns the plans; these rows hold what it last said.
ALTER TABLE plan_groups ADD COLUMN removed_at timestamptz;
ALTER TABLE plans ADD COLUMN position integer NOT NULL DEFAULT 0;
-- Null when the platform prices the plan by other rules than those that the app writes.
ALTER TABLE plans ADD COLUMN pricing jsonb;
ALTER TABLE plans ADD COLUMN removed_at timestamptz;

-- Who is changing a plan group on the platform at the moment. A row that outlives its save is one that may have been
-- left half done.
CREATE TABLE plan_group_saves (
  shop_id    bigint NOT NULL,
  claim      text NOT NULL,
  -- In machine time.
  started_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, claim)
);
SELECT distribute_by_shop('plan_group_saves');
ALTER TABLE plan_group_saves ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
