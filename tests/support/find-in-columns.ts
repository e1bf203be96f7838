import type { Pool } from "pg";

/** A text of the database in which a word was found. */
export interface FoundText {
  /** `table.column`. */
  column: string;
  text: string;
}

/** Every text of every table in which a word is, in any letter case: columns of texts, of lists of them, of JSON and of bytes. */
export async function findInColumns(pool: Pool, word: string): Promise<FoundText[]> {
  const { rows: columns } = await pool.query<{ place: string; name: string; type: string }>(`
    SELECT format('%I.%I', c.table_schema, c.table_name) AS place, c.column_name AS name, c.data_type AS type
    FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE t.table_type = 'BASE TABLE' AND c.table_schema NOT IN ('pg_catalog', 'information_schema')
      AND c.data_type IN ('text', 'character varying', 'character', 'json', 'jsonb', 'ARRAY', 'bytea', 'USER-DEFINED')
    ORDER BY 1, 2`);
  const found: FoundText[] = [];
  for (const { place, name, type } of columns) {
    const text = type === "bytea" ? `encode("${name}", 'escape')` : `"${name}"::text`;
    const { rows } = await pool.query<{ text: string }>(
      `SELECT ${text} AS text FROM ${place} WHERE strpos(lower(${text}), lower($1)) > 0`,
      [word],
    );
    const column = `${place.replace(/^public\./, "")}.${name}`;
    found.push(...rows.map((row) => ({ column, text: row.text })));
  }
  return found;
}
