-- A worker shows that it is alive by an advisory lock under its name, which ends with its connection. What a
-- dead one was at can so be told from what a slow one is at, without waiting for a time to pass.

ALTER TABLE due_tasks
  -- The worker that is at the task. Null: none.
  ADD COLUMN claimed_by text;

-- The first number of the lock; `app/core/worker-presence.ts` takes it.
CREATE FUNCTION worker_presence_lock() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 7301119';

CREATE FUNCTION worker_is_present(p_name text) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT EXISTS (
    SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE l.locktype = 'advisory' AND l.granted AND d.datname = current_database()
      AND l.objsubid = 2 AND l.classid = worker_presence_lock()::oid
      AND l.objid = (hashtext(p_name)::bigint & 4294967295)::oid)
$$;
