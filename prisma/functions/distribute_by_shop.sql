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
