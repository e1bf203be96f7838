import { createAdminContext } from "#devstore/admin-api/create-admin-context.ts";
import { executeQuery } from "#devstore/admin-api/graphql/execute-query.ts";
import { prepareQuery } from "#devstore/admin-api/graphql/prepare-query.ts";
import type { Devstore } from "../devstore.ts";
import { type DevBulkOperation, isRunning } from "../state/bulk-operation.ts";
import type { CommittedChange } from "../state/devstore-state.ts";
import { readControls } from "../state/shop-controls.ts";
import { flattenResult } from "./flatten-result.ts";
import { expiryOf } from "./result-url.ts";

/**
 * Runs bulk operations after the request that made them was answered. One that a killed process left is run
 * by the next; the controls may hold all of a shop as they are.
 */
export class BulkRunner {
  readonly #devstore: Devstore;
  readonly #pending = new Map<string, Set<number>>();
  #scheduled: NodeJS.Immediate | null = null;

  constructor(devstore: Devstore) {
    this.#devstore = devstore;
    for (const { domain } of devstore.state.shops()) {
      for (const operation of devstore.state.list(domain, "bulkOperation")) {
        this.#note(domain, operation);
      }
    }
    devstore.state.onCommit((changes) => this.#follow(changes));
    this.#schedule();
  }

  close(): void {
    if (this.#scheduled !== null) clearImmediate(this.#scheduled);
    this.#scheduled = null;
  }

  #follow(changes: CommittedChange[]): void {
    for (const { shop, kind, entity } of changes) {
      if (kind === "bulkOperation" && entity !== undefined) {
        this.#note(shop, entity as DevBulkOperation);
      }
    }
    this.#schedule();
  }

  #note(shop: string, operation: DevBulkOperation): void {
    const pending = this.#pending.get(shop) ?? new Set();
    if (isRunning(operation)) pending.add(operation.id);
    else pending.delete(operation.id);
    if (pending.size > 0) this.#pending.set(shop, pending);
    else this.#pending.delete(shop);
  }

  #schedule(): void {
    const runnable = [...this.#pending.keys()].some((shop) => !this.#isHeld(shop));
    if (!runnable || this.#scheduled !== null) return;
    this.#scheduled = setImmediate(() => {
      this.#scheduled = null;
      for (const [shop, ids] of [...this.#pending]) {
        if (this.#isHeld(shop)) continue;
        for (const id of [...ids]) this.#step(shop, id);
      }
      this.#schedule();
    });
  }

  #isHeld(shop: string): boolean {
    return readControls(this.#devstore.state, shop).holdsBulkOperations === true;
  }

  /** One step of an operation's life, each its own transaction. */
  #step(shop: string, id: number): void {
    const { state, webhooks } = this.#devstore;
    state.transaction(() => {
      const operation = state.get(shop, "bulkOperation", id);
      if (operation === undefined || !isRunning(operation)) return;
      if (operation.status === "CREATED") {
        state.put(shop, "bulkOperation", { ...operation, status: "RUNNING" });
        return;
      }
      const ended =
        operation.status === "CANCELING"
          ? { ...operation, status: "CANCELED" as const }
          : this.#run(shop, operation);
      state.put(shop, "bulkOperation", ended);
      webhooks.enqueue(shop, "bulk_operations/finish", finishPayload(ended));
      this.#dropExpired(shop);
    });
  }

  #run(shop: string, operation: DevBulkOperation): DevBulkOperation {
    const { state } = this.#devstore;
    const owner = state.shop(shop);
    if (owner === undefined) throw new Error(`no shop ${shop}`);
    const request = { query: operation.query, variables: {}, operationName: null };
    const prepared = prepareQuery(request);
    if (Array.isArray(prepared)) return { ...operation, ...failure("INTERNAL_SERVER_ERROR") };
    const context = createAdminContext(this.#devstore, owner, new Set(operation.scopes));
    const { data, errors } = executeQuery({ ...context, wholeLists: true }, request, prepared);
    const [first] = errors;
    if (first !== undefined) {
      const isDenied = errors.some(({ extensions }) => extensions?.code === "ACCESS_DENIED");
      if (!isDenied) console.error(`devstore: bulk operation ${operation.id}: ${first.message}`);
      return { ...operation, ...failure(isDenied ? "ACCESS_DENIED" : "INTERNAL_SERVER_ERROR") };
    }
    const { lines, objectCount, rootObjectCount } = flattenResult(data, operation.isGrouped);
    if (objectCount > 0) state.put(shop, "bulkResult", { id: operation.id, lines });
    return {
      ...operation,
      status: "COMPLETED",
      objectCount,
      rootObjectCount,
      fileSize: objectCount > 0 ? Buffer.byteLength(lines) : null,
      completedAt: state.now(shop).toISOString(),
    };
  }

  /** Nobody can fetch them any more. */
  #dropExpired(shop: string): void {
    const { state } = this.#devstore;
    const now = state.now(shop);
    for (const operation of state.list(shop, "bulkOperation")) {
      const expiry = expiryOf(operation);
      if (expiry !== null && expiry < now) state.remove(shop, "bulkResult", operation.id);
    }
  }
}

function failure(errorCode: NonNullable<DevBulkOperation["errorCode"]>) {
  return { status: "FAILED" as const, errorCode };
}

function finishPayload(operation: DevBulkOperation): Record<string, unknown> {
  return {
    admin_graphql_api_id: `gid://shopify/BulkOperation/${operation.id}`,
    completed_at: operation.completedAt,
    created_at: operation.createdAt,
    error_code: operation.errorCode?.toLowerCase() ?? null,
    status: operation.status.toLowerCase(),
    type: "query",
  };
}
