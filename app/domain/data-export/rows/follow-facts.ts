import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import { inBatches } from "#app/lib/in-batches.ts";
import type { ShopContext } from "../../context.ts";
import { defineSubscriber } from "../../events/subscriber.ts";
import type { ExportName } from "../modules/export-module.ts";
import { FOLLOWED_KINDS, marksOf } from "./marks.ts";
import { writeMarkedOrders } from "./write-orders.ts";
import { lockExports, writeRows } from "./write-rows.ts";

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
    const facts = [
      ...factsOf("customers", marks.customers),
      ...factsOf("members", marks.customers),
      ...factsOf("subscriptions", marks.subscriptions),
      ...factsOf("cancellation-reasons", marks.subscriptions),
      ...factsOf("store-credits", marks.entries),
    ];
    await writeFacts(
      context,
      facts.filter(({ name }) => begun.has(name)),
    );
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

/** Something whose row in an export may have to be another. */
interface Fact {
  name: ExportName;
  id: bigint;
}

function factsOf(name: ExportName, marked: ReadonlySet<bigint>): Fact[] {
  return [...marked].sort((one, other) => (one < other ? -1 : 1)).map((id) => ({ name, id }));
}

/** Some in a transaction, of whichever exports they are: what one change has marked is written at once. */
async function writeFacts({ db, shop }: ShopContext, facts: readonly Fact[]): Promise<void> {
  await inBatches(facts, AT_A_TIME, (some) =>
    db.transaction(async (tx) => {
      const byName = Map.groupBy(some, ({ name }) => name);
      const locked = await lockExports(tx, shop.id, [...byName.keys()]);
      await writeRows(
        tx,
        locked.map((one) => ({
          locked: one,
          sourceIds: (byName.get(one.export as ExportName) ?? []).map(({ id }) => id),
        })),
      );
    }),
  );
}
