-- Ids of events are given under the store's write lock, so that an event becomes visible only after every
-- earlier one and a reader that keeps a cursor misses none. A store's newest event is never pruned: the next
-- id follows from the primary key alone. The ledger's functions, which write events too, take their ids this way from
-- migration 0012 on.
ALTER TABLE events ALTER COLUMN id DROP IDENTITY IF EXISTS;

CREATE FUNCTION next_event_id(p_shop bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_shop_writes(p_shop);
  RETURN (SELECT coalesce(max(id), 0) + 1 FROM events WHERE shop_id = p_shop);
END $$;

CREATE FUNCTION record_event(p_shop bigint, p_kind text, p_data jsonb, p_at timestamptz)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_id bigint := next_event_id(p_shop);
BEGIN
  INSERT INTO events (shop_id, id, kind, data, created_at) VALUES (p_shop, v_id, p_kind, p_data, p_at);
  RETURN v_id;
END $$;

-- How far each subscriber has read a store's events. Machine time, except where an event's own is copied.
CREATE TABLE event_cursors (
  shop_id       bigint NOT NULL REFERENCES shops (id),
  subscriber    text NOT NULL,
  last_id       bigint NOT NULL DEFAULT 0,
  updated_at    timestamptz NOT NULL DEFAULT now(),
  failing_since timestamptz,
  last_error    text,
  PRIMARY KEY (shop_id, subscriber)
);

INSERT INTO event_cursors (shop_id, subscriber, last_id)
SELECT id, 'credit-metafields', credit_news_cursor FROM shops WHERE credit_news_cursor > 0;
-- The column itself stays for one version more: processes of the version before read every column of a store.

-- Jobs that wait under names which no worker knows any more. What the first two would have done is found by
-- the sweeps that replaced them.
DO $$
BEGIN
  IF to_regclass('graphile_worker._private_jobs') IS NOT NULL THEN
    DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
    WHERE t.id = j.task_id AND t.identifier IN ('publish-credit-news', 'sweep-credit-news', 'forget-spent-rows',
      'sync-credit-metafields', 'enqueue-credit-metafields');
  END IF;
END $$;
