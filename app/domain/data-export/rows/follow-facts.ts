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
    const begun = await listBegun(context);
    if (begun.size === 0) return;
    const marks = await marksOf(context, events);
    if (begun.has("orders")) {
      if (marks.orders.size >= MANY) await analyzeGrownTables(context.db.pool);
      await writeMarkedOrders(context, marks.orders);
    }
    for (const [name, marked] of [
      ["customers", marks.customers],
      ["members", marks.customers],
      ["subscriptions", marks.subscriptions],
      ["cancellation-reasons", marks.subscriptions],
      ["store-credits", marks.entries],
    ] as const) {
      if (begun.has(name)) await writeAll(context, name, marked);
    }
  },
});

/**
 * The exports that have rows, or are getting some. The others need nothing: their first build begins later, and reads all
 * facts that are there by then.
 */
async function listBegun({ db, shop }: ShopContext): Promise<ReadonlySet<string>> {
  const rows = await db.prisma.export.findMany({
    where: { shopId: shop.id },
    select: { export: true, served: true, building: true },
  });
  return new Set(
    rows.flatMap(({ export: name, served, building }) =>
      served === null && building === null ? [] : [name],
    ),
  );
}

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
