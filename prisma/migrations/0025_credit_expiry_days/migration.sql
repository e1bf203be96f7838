-- The ageing of a store's credit is read from a summary too.

-- What was given and not posted as taken since, by the day of the store's calendar on which it expires. Credit that
-- never expires is under 'infinity'. Live holds are still in it: a reader takes them off.
CREATE TABLE credit_expiry_days (
  shop_id    bigint NOT NULL REFERENCES shops (id),
  unit       text NOT NULL,
  day        date NOT NULL,
  open_minor bigint NOT NULL,
  PRIMARY KEY (shop_id, unit, day)
);

-- Grants take their ids in the order of the entries that give them, so a summary follows both.
ALTER TABLE credit_rollups ADD COLUMN last_grant_id bigint NOT NULL DEFAULT 0;

-- Up to the entry that the other summaries have followed.
INSERT INTO credit_expiry_days (shop_id, unit, day, open_minor)
SELECT shop_id, unit, day, sum(amount_minor) FROM (
  SELECT g.shop_id, g.unit, coalesce((g.expires_at AT TIME ZONE r.zone)::date, 'infinity') AS day, g.amount_minor
  FROM credit_rollups r JOIN credit_grants g ON g.shop_id = r.shop_id AND g.entry_id <= r.last_entry_id
  UNION ALL
  SELECT e.shop_id, e.unit, coalesce((g.expires_at AT TIME ZONE r.zone)::date, 'infinity'), -a.amount_minor
  FROM credit_rollups r
  JOIN credit_entries e ON e.shop_id = r.shop_id AND e.id <= r.last_entry_id AND e.status = 0
  JOIN credit_allocations a ON a.shop_id = e.shop_id AND a.entry_id = e.id
  JOIN credit_grants g ON g.shop_id = a.shop_id AND g.id = a.grant_id) moved
GROUP BY 1, 2, 3;
UPDATE credit_rollups r SET last_grant_id = coalesce((
  SELECT max(g.id) FROM credit_grants g WHERE g.shop_id = r.shop_id AND g.entry_id <= r.last_entry_id), 0);

-- Functions: generated from prisma/functions by `npm run generate:functions`.

-- Brings a store's summaries forward by up to p_entries entries and answers how many those were. Entries appear in
-- the order of their ids, and one that is posted never changes, so each is counted once. When the store's zone has
-- changed, its days are counted from the beginning.
CREATE OR REPLACE FUNCTION roll_up_credit(p_shop bigint, p_zone text, p_entries integer)
RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  v_from bigint;
  v_to bigint;
  v_count integer;
  v_zone text;
  v_holders bigint;
  v_grant_from bigint;
  v_grant_to bigint;
  v_customers bigint[];
BEGIN
  PERFORM lock_shop_writes(p_shop);
  INSERT INTO credit_rollups (shop_id, zone) VALUES (p_shop, p_zone) ON CONFLICT DO NOTHING;
  SELECT last_entry_id, last_grant_id, zone INTO v_from, v_grant_from, v_zone FROM credit_rollups
  WHERE shop_id = p_shop;
  IF v_zone <> p_zone THEN
    DELETE FROM credit_days WHERE shop_id = p_shop;
    DELETE FROM credit_expiry_days WHERE shop_id = p_shop;
    v_from := 0;
    v_grant_from := 0;
  END IF;
  SELECT count(*), max(id), coalesce(array_agg(DISTINCT customer_id) FILTER (WHERE unit = 'money'), '{}')
  INTO v_count, v_to, v_customers FROM (
    SELECT id, customer_id, unit FROM credit_entries
    WHERE shop_id = p_shop AND id > v_from ORDER BY id LIMIT p_entries) next;
  IF v_count = 0 THEN
    RETURN 0;
  END IF;
  INSERT INTO credit_days AS d (shop_id, unit, day, type_code, given_minor, taken_minor, entries)
  SELECT p_shop, unit, (created_at AT TIME ZONE p_zone)::date, type_code, sum(greatest(amount_minor, 0)),
    sum(least(amount_minor, 0)), count(*)
  FROM credit_entries
  WHERE shop_id = p_shop AND id > v_from AND id <= v_to AND status = 0
  GROUP BY 2, 3, 4
  ON CONFLICT (shop_id, unit, day, type_code) DO UPDATE
  SET given_minor = d.given_minor + excluded.given_minor, taken_minor = d.taken_minor + excluded.taken_minor,
      entries = d.entries + excluded.entries;
  -- The grants of these entries end where the first of a later entry begins.
  SELECT coalesce((
    SELECT id - 1 FROM credit_grants WHERE shop_id = p_shop AND id > v_grant_from AND entry_id > v_to
    ORDER BY id LIMIT 1), (SELECT max(id) FROM credit_grants WHERE shop_id = p_shop), 0) INTO v_grant_to;
  INSERT INTO credit_expiry_days AS d (shop_id, unit, day, open_minor)
  SELECT p_shop, unit, coalesce((expires_at AT TIME ZONE p_zone)::date, 'infinity'), sum(amount_minor) FROM (
    SELECT unit, expires_at, amount_minor FROM credit_grants
    WHERE shop_id = p_shop AND id > v_grant_from AND id <= v_grant_to
    UNION ALL
    SELECT e.unit, g.expires_at, -a.amount_minor
    FROM credit_entries e
    JOIN credit_allocations a ON a.shop_id = p_shop AND a.entry_id = e.id
    CROSS JOIN LATERAL (
      SELECT expires_at FROM credit_grants WHERE shop_id = p_shop AND id = a.grant_id LIMIT 1) g
    WHERE e.shop_id = p_shop AND e.id > v_from AND e.id <= v_to AND e.status = 0) moved
  GROUP BY 2, 3
  ON CONFLICT (shop_id, unit, day) DO UPDATE SET open_minor = d.open_minor + excluded.open_minor;
  SELECT count(*) FILTER (WHERE a.available_minor + a.held_minor > 0) - count(*) FILTER (WHERE a.was_minor > 0)
  INTO v_holders
  FROM unnest(v_customers) customer
  CROSS JOIN LATERAL (
    SELECT s.available_minor, s.held_minor, (
      SELECT r.total_minor FROM credit_rankings r WHERE r.shop_id = p_shop AND r.customer_id = customer) AS was_minor
    FROM credit_accounts s WHERE s.shop_id = p_shop AND s.customer_id = customer AND s.unit = 'money' LIMIT 1) a;
  INSERT INTO credit_rankings (shop_id, customer_id, available_minor, total_minor)
  SELECT p_shop, customer, a.available_minor, a.available_minor + a.held_minor
  FROM unnest(v_customers) customer
  CROSS JOIN LATERAL (
    SELECT available_minor, held_minor FROM credit_accounts
    WHERE shop_id = p_shop AND customer_id = customer AND unit = 'money' LIMIT 1) a
  ON CONFLICT (shop_id, customer_id) DO UPDATE
  SET available_minor = excluded.available_minor, total_minor = excluded.total_minor;
  UPDATE credit_rollups
  SET last_entry_id = v_to, last_grant_id = v_grant_to, zone = p_zone, holders = holders + v_holders
  WHERE shop_id = p_shop;
  RETURN v_count;
END $$;
