import { PlatformFailure } from "../../platform-failure.ts";
import type { PlatformExport } from "../../platform-order.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  ReadBulkOperationDocument,
  StartBulkQueryDocument,
} from "../admin-operations.generated.ts";
import { throwUserErrors } from "../throw-user-errors.ts";
import { readTextLines } from "./read-text-lines.ts";

/** Has the platform run a query over everything that it finds. @returns the gid of the run. */
export async function startExport(
  client: AdminClient,
  shopDomain: string,
  document: { toString(): string },
): Promise<string> {
  const query = document.toString();
  const answer = await client.run(shopDomain, StartBulkQueryDocument, { query });
  const { bulkOperation } = throwUserErrors(answer.bulkOperationRunQuery);
  if (!bulkOperation) throw new PlatformFailure("refused", "The platform started no bulk query");
  return bulkOperation.id;
}

export async function readExportState(
  client: AdminClient,
  shopDomain: string,
  operationGid: string,
): Promise<PlatformExport> {
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

/** A run's file, and how it is fetched. */
export interface ExportFile {
  url: string;
  /** How many of its objects are passed over. */
  skip: number;
  fetchFile: (url: string) => Promise<Response>;
}

/**
 * The lines of a run's file, each the JSON of an object. The file is read as a stream.
 *
 * @throws PlatformFailure `unavailable` when the file cannot be fetched.
 */
export async function* readExportLines({
  url,
  fetchFile,
}: Pick<ExportFile, "url" | "fetchFile">): AsyncGenerator<string> {
  const response = await fetchFile(url);
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    const reason = `The file of the bulk query was answered with HTTP ${response.status}`;
    throw new PlatformFailure("unavailable", reason);
  }
  yield* readTextLines(response.body);
}
