import pg from "pg";

/** What tells a store from others. */
export interface StoreIdentity {
  domain: string;
  /** The platform's id. */
  platformId: number;
  name: string;
}

/** A store that others are made from: it has the app, is at rest, and stays as it is. */
export interface OriginalStore extends StoreIdentity {
  /** The tables in which it has rows, each after those that it refers to. */
  tables: readonly string[];
}

/** Finds out what of a store there is to copy. */
export async function readOriginal(pool: pg.Pool, store: StoreIdentity): Promise<OriginalStore> {
  const names = await listTables(pool);
  const { rows } = await pool.query<{ name: string }>(
    names
      .map(
        (name) => `SELECT '${name}' AS name FROM shops s WHERE s.domain = $1 AND ${hasRows(name)}`,
      )
      .join(" UNION ALL "),
    [store.domain],
  );
  const filled = new Set(rows.map(({ name }) => name));
  return { ...store, tables: names.filter((name) => filled.has(name)) };
}

/**
 * Gives a store all rows that the app has of another one, under its own names and with the same ids: those are a store's own.
 * Jobs are not copied.
 */
export async function copyStore(
  pool: pg.Pool,
  from: OriginalStore,
  to: StoreIdentity,
): Promise<void> {
  const renamed = [
    [handleOf(from), handleOf(to)],
    [JSON.stringify(from.name), JSON.stringify(to.name)],
    [String(from.platformId), String(to.platformId)],
  ].reduce(
    (text, [old = "", own = ""]) =>
      `replace(${text}, ${pg.escapeLiteral(old)}, ${pg.escapeLiteral(own)})`,
    "to_jsonb(t)::text",
  );
  const idOf = ({ domain }: StoreIdentity) =>
    `(SELECT id FROM shops WHERE domain = ${pg.escapeLiteral(domain)})`;
  const insert = (table: string, change: string, which: string) =>
    `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT r.* FROM ${table} t,
     jsonb_populate_record(NULL::${table}, ${renamed}::jsonb || ${change}) r WHERE ${which}`;
  const nextId = "nextval(pg_get_serial_sequence('shops', 'id'))";
  // Sent as one text, which is one transaction.
  await pool.query(
    [
      insert("shops", `jsonb_build_object('id', ${nextId})`, `t.id = ${idOf(from)}`),
      ...from.tables.map((table) =>
        insert(table, `jsonb_build_object('shop_id', ${idOf(to)})`, `t.shop_id = ${idOf(from)}`),
      ),
    ].join(";\n"),
  );
}

const hasRows = (table: string) => `EXISTS (SELECT FROM ${table} t WHERE t.shop_id = s.id)`;

const handleOf = ({ domain }: StoreIdentity) => domain.replace(/\..*/, "");

/** All tables with rows of stores, each after those that it refers to. */
export async function listTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; refers_to: string[] }>(
    `SELECT c.oid::regclass::text AS name, coalesce(
       (SELECT array_agg(f.confrelid::regclass::text) FROM pg_constraint f
        WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid AND f.confrelid <> 'shops'::regclass),
       '{}') AS refers_to
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'shop_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
     ORDER BY 1`,
  );
  const ordered: string[] = [];
  while (ordered.length < rows.length) {
    const next = rows.filter(
      ({ name, refers_to }) =>
        !ordered.includes(name) && refers_to.every((other) => ordered.includes(other)),
    );
    if (next.length === 0) throw new Error("Tables refer to each other in a circle.");
    ordered.push(...next.map(({ name }) => name));
  }
  return ordered;
}
