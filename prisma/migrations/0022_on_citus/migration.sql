-- What a distributed database needs: the timeline in the order of its instants, because each node gives ids of its
-- own, and functions that do not read the locks of another node.
DROP INDEX activities_by_subscription;
CREATE INDEX activities_by_subscription ON activities (shop_id, subscription_id, created_at, id)
  WHERE subscription_id IS NOT NULL;
CREATE INDEX activities_by_time ON activities (shop_id, created_at, id);

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

-- Places a store's table beside its other tables when the installation is distributed, and does nothing on a single
-- server. A migration that makes a table calls it before it adds foreign keys to tables of stores.
CREATE OR REPLACE FUNCTION distribute_by_shop(p_table regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass('pg_catalog.pg_dist_partition') IS NULL THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT 1 FROM pg_dist_partition WHERE logicalrelid = 'customers'::regclass) THEN
    PERFORM create_distributed_table(p_table, 'shop_id', colocate_with => 'customers');
  END IF;
END $$;
