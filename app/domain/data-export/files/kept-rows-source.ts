import type { ShopContext } from "../../context.ts";
import type { ExportModule, ExportName } from "../modules/export-module.ts";
import type { FileSource, SourceRow } from "./file-source.ts";

type Reader = Pick<ShopContext, "db" | "shop">;

/** The rows of an export that are kept ready. */
export function keptRows({ name, fields, ownField, rowOn }: ExportModule): FileSource {
  const types = Object.entries(fields).map(([field, { type }]) => [field, type] as const);
  return {
    fields: async (context) => {
      const own = await ownField?.readName(context);
      return Object.fromEntries(own ? [...types, [own, "text"] as const] : types);
    },
    hasDays: rowOn !== null,
    count: (context) => countRows(context, name),
    read: (context, size) => readAll(context, name, size),
  };
}

async function countRows({ db, shop }: Reader, name: ExportName): Promise<number> {
  const { rows } = await db.pool.query<{ count: string }>(
    `SELECT count(*) FROM exports e JOIN export_rows r
       ON r.shop_id = e.shop_id AND r.export = e.export AND r.generation = e.served
     WHERE e.shop_id = $1 AND e.export = $2`,
    [String(shop.id), name],
  );
  return Number(rows[0]?.count ?? 0);
}

async function* readAll(
  reader: Reader,
  name: ExportName,
  size: number,
): AsyncGenerator<SourceRow[]> {
  const generation = await readServed(reader, name);
  for (let after = "0"; ; ) {
    const { rows } = await reader.db.pool.query<SourceRow>(READ_KEPT_ROWS, [
      String(reader.shop.id),
      name,
      generation,
      after,
      size,
    ]);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) break;
    after = last.id;
  }
  // Rows of the form before vanish while they are read.
  if ((await readServed(reader, name)) !== generation) {
    throw new Error(`the rows of ${name} were rebuilt while they were read`);
  }
}

/** SQL for up to $5 rows of the generation $3 after the id $4. */
export const READ_KEPT_ROWS = `
  SELECT r.id::text, to_char(r.row_on, 'YYYY-MM-DD') AS day, r.document FROM export_rows r
  WHERE r.shop_id = $1 AND r.export = $2 AND r.generation = $3 AND r.id > $4 ORDER BY r.id LIMIT $5`;

async function readServed({ db, shop }: Reader, name: ExportName): Promise<number | null> {
  const { rows } = await db.pool.query<{ served: number | null }>(
    "SELECT served FROM exports WHERE shop_id = $1 AND export = $2",
    [String(shop.id), name],
  );
  return rows[0]?.served ?? null;
}
