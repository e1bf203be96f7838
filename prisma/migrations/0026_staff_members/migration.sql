-- The merchant's staff as the platform names them, so that the timeline says who did something.

-- Personal data: deleted when the store removes the app. The locale may be known before the name is.
CREATE TABLE staff_members (
  shop_id          bigint NOT NULL,
  platform_user_id bigint NOT NULL,
  name             text,
  locale           text,
  -- When the platform last said the name, in machine time.
  read_at          timestamptz,
  PRIMARY KEY (shop_id, platform_user_id),
  CHECK (name <> ''),
  CHECK ((name IS NULL) = (read_at IS NULL))
);
SELECT distribute_by_shop('staff_members');
ALTER TABLE staff_members ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
