import { Kind } from "graphql";
import {
  type AdminContext,
  type Arguments,
  done,
  failed,
  type Resolvers,
  type View,
} from "#devstore/admin-api/admin-context.ts";
import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { gid, numberOf } from "#devstore/admin-api/graphql/gid.ts";
import { adminSchema } from "#devstore/admin-api/graphql/load-schema.ts";
import { prepareQuery } from "#devstore/admin-api/graphql/prepare-query.ts";
import { type SearchFields, search } from "#devstore/admin-api/graphql/search-query.ts";
import { checkBulkQuery } from "#devstore/bulk-operations/check-bulk-query.ts";
import { expiryOf, resultUrl } from "#devstore/bulk-operations/result-url.ts";
import { type DevBulkOperation, isRunning } from "#devstore/state/bulk-operation.ts";

/** Since API version 2026-01; one before. */
const mostAtATime = 5;

const searchFields: SearchFields<DevBulkOperation> = {
  id: { type: "id", read: (operation) => operation.id },
  status: { type: "string", read: (operation) => operation.status },
  operation_type: { type: "string", read: () => "QUERY" },
  created_at: { type: "time", read: (operation) => operation.createdAt },
  completed_at: { type: "time", read: (operation) => operation.completedAt },
};

export const bulkOperationQueries: Resolvers = {
  bulkOperation: (args, context) => {
    const found = find(context, args);
    return found === undefined ? null : bulkOperationView(context, found);
  },
  bulkOperations: (args, context) => {
    const all = context.state.list(context.shop.domain, "bulkOperation");
    return connection(args, {
      items: search(context, "bulkOperations", all, args.query, searchFields),
      // Newest first: the order of this list alone.
      sortValue: (one) =>
        args.sortKey === "COMPLETED_AT" ? -Date.parse(one.completedAt ?? one.createdAt) : -one.id,
      idOf: (one) => one.id,
      view: (one) => bulkOperationView(context, one),
    });
  },
  currentBulkOperation: (args, context) => {
    const last = context.state.list(context.shop.domain, "bulkOperation").at(-1);
    if (args.type === "MUTATION" || last === undefined) return null;
    return bulkOperationView(context, last);
  },
};

export const bulkOperationMutations: Resolvers = {
  bulkOperationRunQuery: (args, context) => {
    const query = String(args.query);
    const messages = problemsOf(query);
    if (messages.length > 0) {
      return failed(...messages.map((message) => ({ field: ["query"], message, code: "INVALID" })));
    }
    const { state, shop, now, scopes } = context;
    if (state.list(shop.domain, "bulkOperation").filter(isRunning).length >= mostAtATime) {
      const message = "Bulk operations limit reached. Please try again later.";
      return failed({ field: null, message, code: "LIMIT_REACHED" });
    }
    const operation = state.put(shop.domain, "bulkOperation", {
      id: state.nextId(shop.domain, "bulkOperation"),
      query,
      isGrouped: args.groupObjects === true,
      scopes: [...scopes],
      status: "CREATED",
      errorCode: null,
      objectCount: 0,
      rootObjectCount: 0,
      fileSize: null,
      createdAt: now.toISOString(),
      completedAt: null,
    });
    return done({ bulkOperation: bulkOperationView(context, operation) });
  },
  bulkOperationCancel: (args, context) => {
    const found = find(context, args);
    if (found === undefined) {
      return failed({ field: ["id"], message: "Bulk operation does not exist" });
    }
    if (!isRunning(found)) {
      const status = statusOf(context, found).toLowerCase();
      return {
        bulkOperation: bulkOperationView(context, found),
        userErrors: [
          { field: null, message: `A bulk operation cannot be canceled when it is ${status}` },
        ],
      };
    }
    const canceling = context.state.put(context.shop.domain, "bulkOperation", {
      ...found,
      status: "CANCELING",
    });
    return done({ bulkOperation: bulkOperationView(context, canceling) });
  },
};

function find(context: AdminContext, args: Arguments): DevBulkOperation | undefined {
  const id = numberOf(String(args.id), "BulkOperation");
  return context.state.get(context.shop.domain, "bulkOperation", id);
}

/** What is wrong with a query before it is run: with its text, by the schema, and in bulk. */
function problemsOf(query: string): string[] {
  if (query.trim() === "") return ["Invalid bulk query: syntax error, unexpected end of file"];
  const prepared = prepareQuery({ query, variables: {}, operationName: null });
  if (Array.isArray(prepared)) {
    return prepared.map(({ message }) => `Invalid bulk query: ${message}`);
  }
  const { document, operation } = prepared;
  const fragments = Object.fromEntries(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [],
    ),
  );
  return checkBulkQuery(adminSchema(), operation, fragments);
}

function statusOf({ now }: AdminContext, operation: DevBulkOperation): string {
  const expiry = expiryOf(operation);
  return expiry !== null && expiry < now ? "EXPIRED" : operation.status;
}

function bulkOperationView(context: AdminContext, operation: DevBulkOperation): View {
  const { origin, shop, devstore } = context;
  const status = statusOf(context, operation);
  const hasFile = status === "COMPLETED" && operation.fileSize !== null;
  return {
    __typename: "BulkOperation",
    id: gid("BulkOperation", operation.id),
    type: "QUERY",
    query: operation.query,
    status,
    errorCode: operation.errorCode,
    objectCount: String(operation.objectCount),
    rootObjectCount: String(operation.rootObjectCount),
    fileSize: operation.fileSize === null ? null : String(operation.fileSize),
    createdAt: operation.createdAt,
    completedAt: operation.completedAt,
    url: hasFile ? resultUrl(origin, devstore.appConfig.apiSecret, shop.domain, operation) : null,
    partialDataUrl: null,
  };
}
