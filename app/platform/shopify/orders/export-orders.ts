import { PlatformFailure } from "../../platform-failure.ts";
import type { OrderExport, PlatformOrderFacts } from "../../platform-order.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  ExportOrdersDocument,
  type OrderFactsFragment,
  ReadBulkOperationDocument,
  type SoldLineFactsFragment,
  StartBulkQueryDocument,
} from "../admin-operations.generated.ts";
import { throwUserErrors } from "../throw-user-errors.ts";
import { readDisputes } from "./read-order-facts.ts";
import { readTextLines } from "./read-text-lines.ts";
import { translateOrderFacts } from "./translate-order-facts.ts";

/** @returns the gid of the platform's run. */
export async function startOrderExport(client: AdminClient, shopDomain: string): Promise<string> {
  const query = ExportOrdersDocument.toString();
  const answer = await client.run(shopDomain, StartBulkQueryDocument, { query });
  const { bulkOperation } = throwUserErrors(answer.bulkOperationRunQuery);
  if (!bulkOperation) throw new PlatformFailure("refused", "The platform started no bulk query");
  return bulkOperation.id;
}

export async function readExportState(
  client: AdminClient,
  shopDomain: string,
  operationGid: string,
): Promise<OrderExport> {
  const { bulkOperation } = await client.run(shopDomain, ReadBulkOperationDocument, {
    id: operationGid,
  });
  switch (bulkOperation?.status) {
    case "CREATED":
    case "RUNNING":
    case "CANCELING":
      return { state: "running" };
    case "COMPLETED":
      return {
        state: "completed",
        found: Number(bulkOperation.rootObjectCount),
        url: bulkOperation.url,
      };
    default: {
      const { status, errorCode } = bulkOperation ?? { status: "UNKNOWN", errorCode: null };
      return { state: "failed", reason: [status, errorCode].filter(Boolean).join(": ") };
    }
  }
}

/** A line of the file: an order, or one of the lines of the order before it. */
type ExportLine = OrderFactsFragment | (SoldLineFactsFragment & { __parentId: string });

/**
 * The orders of a run's file. The file is read as a stream: no more than one order is held.
 *
 * @throws PlatformFailure `unavailable` when the file cannot be fetched.
 */
export async function* readOrderExport(
  client: AdminClient,
  shopDomain: string,
  file: { url: string; skip: number; fetchFile: (url: string) => Promise<Response> },
): AsyncGenerator<PlatformOrderFacts> {
  const response = await file.fetchFile(file.url);
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    const reason = `The file of the bulk query was answered with HTTP ${response.status}`;
    throw new PlatformFailure("unavailable", reason);
  }
  let place = 0;
  const complete = async ({ order, lines }: Pending): Promise<PlatformOrderFacts | null> => {
    place += 1;
    if (place <= file.skip) return null;
    const disputes = await readDisputes(client, shopDomain, order.disputes);
    // In bulk the platform leaves hidden fields out without saying so.
    const isPartial = order.email === null || order.email === undefined;
    return translateOrderFacts(
      { ...order, email: order.email ?? null },
      lines,
      disputes,
      isPartial,
    );
  };
  let pending: Pending | null = null;
  for await (const text of readTextLines(response.body)) {
    // The types come from the query that the platform ran.
    const line: ExportLine = JSON.parse(text);
    if ("__parentId" in line) {
      pending?.lines.push(line);
      continue;
    }
    const done: PlatformOrderFacts | null = pending && (await complete(pending));
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
