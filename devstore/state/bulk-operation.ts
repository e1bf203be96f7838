type BulkStatus = "CREATED" | "RUNNING" | "CANCELING" | "CANCELED" | "COMPLETED" | "FAILED";

/** A query that the platform runs over whole lists, after it has answered that it will. */
export interface DevBulkOperation {
  id: number;
  query: string;
  /** Children right below their parents in the result, instead of behind all of them. */
  isGrouped: boolean;
  /** Of the token that asked for it. */
  scopes: string[];
  status: BulkStatus;
  errorCode: "ACCESS_DENIED" | "INTERNAL_SERVER_ERROR" | null;
  objectCount: number;
  rootObjectCount: number;
  /** Bytes of the result; null while there is none. */
  fileSize: number | null;
  createdAt: string;
  completedAt: string | null;
}

/** The result's JSON lines, under the operation's own id. */
export interface DevBulkResult {
  id: number;
  lines: string;
}

export function isRunning({ status }: Pick<DevBulkOperation, "status">): boolean {
  return status === "CREATED" || status === "RUNNING" || status === "CANCELING";
}
