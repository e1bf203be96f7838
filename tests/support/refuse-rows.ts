import type pg from "pg";

/**
 * From now on the database refuses to write or to remove some rows of a table, as it does where one is beyond what it can keep.
 * For tests with a database of their own.
 *
 * @param condition which rows; the row is `NEW` when it is written and `OLD` when it is removed.
 */
export async function refuseRows(
  pool: pg.Pool,
  what: "INSERT" | "DELETE",
  table: string,
  condition: string,
): Promise<void> {
  await pool.query(
    `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'refused'; END $$`,
  );
  await pool.query(
    `CREATE TRIGGER refuse_${table} BEFORE ${what} ON ${table} FOR EACH ROW
     WHEN (${condition}) EXECUTE FUNCTION refuse()`,
  );
}

/** The rows are taken again. */
export async function takeRowsAgain(pool: pg.Pool, table: string): Promise<void> {
  await pool.query(`DROP TRIGGER refuse_${table} ON ${table}`);
}
