import type { Pool } from "pg";

/** Tables of fewer new rows are read quickly whatever the plan. */
const FEWEST_NEW_ROWS = 100;
/** A smaller table has as few. */
const FEWEST_BLOCKS = 4;
/** PostgreSQL gives its own tables lower numbers. */
const FIRST_OWN_TABLE = 16_384;

/**
 * Renews the planner's statistics of tables of which most rows are newer than these. The server does so by itself, but only
 * about once a minute: after an import, a statement over many rows would be planned as if there were none, and takes the
 * square of the time. Safe at any time and to repeat; does nothing for tables that belong to another role.
 *
 * Rows are counted by whoever wrote them, up to ten seconds after the commit, so a table counts as grown as well when its file
 * is twice as long as it was. Asking takes about 3 ms for all tables together: cheap beside a batch of an import, too dear for each row.
 * On a Citus cluster the rows are in tables of the nodes, which renew their statistics themselves: those of the coordinator are
 * empty, and are left alone.
 */
export async function analyzeGrownTables(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c
     WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND c.oid >= $3 AND pg_has_role(c.relowner, 'USAGE')
       AND (pg_relation_size(c.oid) / current_setting('block_size')::int >= greatest($2, 2 * c.relpages)
         OR pg_stat_get_mod_since_analyze(c.oid) > greatest($1, pg_stat_get_live_tuples(c.oid) / 2))
     ORDER BY c.oid`,
    [FEWEST_NEW_ROWS, FEWEST_BLOCKS, FIRST_OWN_TABLE],
  );
  for (const { name } of rows) await pool.query(`ANALYZE ${name}`);
}
