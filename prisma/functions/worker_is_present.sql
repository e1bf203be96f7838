-- Whether the worker of this name shows its presence. Advisory locks are known to the server on which they were
-- taken: call it from the application, never in a statement on a store's rows.
CREATE OR REPLACE FUNCTION worker_is_present(p_name text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE l.locktype = 'advisory' AND l.granted AND d.datname = current_database()
      AND l.objsubid = 2 AND l.classid = worker_presence_lock()::oid
      AND l.objid = (hashtext(p_name)::bigint & 4294967295)::oid);
END $$;
