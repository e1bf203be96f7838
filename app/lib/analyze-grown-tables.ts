import type { Pool } from "pg";

/** Tables of fewer new rows are read quickly whatever the plan. */
const FEWEST_NEW_ROWS = 100;

/**
 * Renews the planner's statistics of tables of which most rows are newer than these. The server does so by itself, but only
 * about once a minute: after an import, a statement over many rows would be planned as if there were none, and takes the
 * square of the time. Safe at any time and to repeat; does nothing for tables that belong to another role.
 */
export async function analyzeGrownTables(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT s.relid::regclass::text AS name FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
     WHERE s.n_mod_since_analyze > $1 AND s.n_mod_since_analyze > s.n_live_tup / 2
       AND pg_has_role(c.relowner, 'USAGE')
     ORDER BY s.relid`,
    [FEWEST_NEW_ROWS],
  );
  for (const { name } of rows) await pool.query(`ANALYZE ${name}`);
}
