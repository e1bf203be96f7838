import type { PlatformOrderFacts } from "../../platform-order.ts";
import { readOrUnreadable, type Unreadable } from "../../platform-unreadable.ts";
import type { AdminClient } from "../admin-client.ts";
import type { OrderFactsFragment, SoldLineFactsFragment } from "../admin-operations.generated.ts";
import { type ExportFile, readExportLines } from "../bulk/run-export.ts";
import { numberIn } from "../gid.ts";
import { readPlatformJson } from "../platform-json.ts";
import { readOrderParts } from "./read-order-facts.ts";
import { translateOrderFacts } from "./translate-order-facts.ts";

/** A line of the file: an order, or one of the lines of the order before it. */
type ExportLine = OrderFactsFragment | (SoldLineFactsFragment & { __parentId: string });

/**
 * The orders of a run's file. No more than one order is held.
 *
 * @throws PlatformFailure `unavailable` when the file cannot be fetched.
 */
export async function* readOrderExport(
  client: AdminClient,
  shopDomain: string,
  file: ExportFile,
): AsyncGenerator<PlatformOrderFacts | Unreadable> {
  let place = 0;
  const complete = async (pending: Pending): Promise<PlatformOrderFacts | Unreadable | null> => {
    place += 1;
    if (place <= file.skip) return null;
    const { id, name } = pending.order;
    return readOrUnreadable({ id: numberIn(id), label: name }, () =>
      completeOrder(client, shopDomain, pending),
    );
  };
  let pending: Pending | null = null;
  for await (const text of readExportLines(file)) {
    // The types come from the query that the platform ran.
    const line = readPlatformJson(text) as ExportLine;
    if ("__parentId" in line) {
      pending?.lines.push(line);
      continue;
    }
    const done: PlatformOrderFacts | Unreadable | null = pending && (await complete(pending));
    if (done) yield done;
    pending = { order: line, lines: [] };
  }
  const last = pending && (await complete(pending));
  if (last) yield last;
}

interface Pending {
  order: OrderFactsFragment;
  lines: SoldLineFactsFragment[];
}

async function completeOrder(
  client: AdminClient,
  shopDomain: string,
  { order, lines }: Pending,
): Promise<PlatformOrderFacts> {
  const parts = { lines, ...(await readOrderParts(client, shopDomain, order)) };
  // In bulk the platform leaves hidden fields out without saying so.
  const isPartial = order.email === null || order.email === undefined;
  return translateOrderFacts({ ...order, email: order.email ?? null }, parts, isPartial);
}
