import type { ShopContext } from "../../context.ts";
import { historyRowsOf } from "../history-page.ts";
import type { FileSource, SourceRow } from "./file-source.ts";

/** The movements of credit and points, the oldest first: its rows are made when they are read. */
export const creditsHistorySource: FileSource = {
  fields: async () => ({
    platform_customer_gid: "text",
    body: "text",
    value: "text",
    unit: "text",
    status: "integer",
    created_at: "text",
    order_name: "text",
  }),
  hasDays: true,
  count: async ({ db, shop }) => {
    const { rows } = await db.pool.query<{ count: string }>(
      "SELECT count(*) FROM credit_entries WHERE shop_id = $1 AND status IN (0, 1)",
      [String(shop.id)],
    );
    return Number(rows[0]?.count ?? 0);
  },
  read: readAll,
};

async function* readAll(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  size: number,
): AsyncGenerator<SourceRow[]> {
  for (let after = "0"; ; ) {
    const { rows } = await db.pool.query<SourceRow>(historyRowsOf(shop.currency), [
      String(shop.id),
      shop.ianaTimezone,
      after,
      size,
    ]);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    after = last.id;
  }
}
