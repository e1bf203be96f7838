import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import { inBatches } from "#app/lib/in-batches.ts";
import type { ShopContext } from "../../context.ts";
import { defineSubscriber } from "../../events/subscriber.ts";
import type { ExportName } from "../modules/export-module.ts";
import { FOLLOWED_KINDS, marksOf } from "./marks.ts";
import { writeMarkedOrders } from "./write-orders.ts";
import { lockExport, writeRows } from "./write-rows.ts";

/** Few enough that a transaction stays short. */
const AT_A_TIME = 500;
/** So many orders at once come from an import. */
const MANY = 100;

/**
 * Updates the rows of the exports after events. It always writes the facts as they are now, so that
 * events that come twice, late or in another order end in the same rows.
 */
export const exportsSubscriber = defineSubscriber({
  name: "exports",
  kinds: FOLLOWED_KINDS,
  handle: async (context, events) => {
    const marks = await marksOf(context, events);
    if (marks.orders.size >= MANY) await analyzeGrownTables(context.db.pool);
    await writeMarkedOrders(context, marks.orders);
    await writeAll(context, "customers", marks.customers);
    await writeAll(context, "members", marks.customers);
    await writeAll(context, "subscriptions", marks.subscriptions);
    await writeAll(context, "cancellation-reasons", marks.subscriptions);
    await writeAll(context, "store-credits", marks.entries);
  },
});

async function writeAll(
  { db, shop }: ShopContext,
  name: ExportName,
  marked: ReadonlySet<bigint>,
): Promise<void> {
  const ids = [...marked].sort((one, other) => (one < other ? -1 : 1));
  await inBatches(ids, AT_A_TIME, (some) =>
    db.transaction(async (tx) => {
      await writeRows(tx, await lockExport(tx, shop.id, name), some);
    }),
  );
}
