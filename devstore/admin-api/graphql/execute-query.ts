import { execute, GraphQLError, type GraphQLFieldResolver, getNamedType } from "graphql";
import {
  type AdminContext,
  failed,
  hasUserErrors,
  notAvailable,
} from "#devstore/admin-api/admin-context.ts";
import { rootFields } from "#devstore/admin-api/root-fields.ts";
import { takeUserErrorFault } from "#devstore/faults/take-fault.ts";
import {
  assertApproved,
  assertMutationApproved,
} from "#devstore/protected-data/protected-fields.ts";
import { assertAccess } from "./access-scopes.ts";
import { wholeList } from "./connection.ts";
import { adminSchema } from "./load-schema.ts";
import { executionError, type PlatformError } from "./platform-errors.ts";
import type { AdminRequest, PreparedQuery } from "./prepare-query.ts";
import { actualCost } from "./query-cost.ts";

export interface ExecutedQuery {
  data: unknown;
  errors: PlatformError[];
  actualCost: number;
}

/**
 * Runs a prepared request in one transaction. An unexpected error in a resolver rolls everything back; an error
 * that is part of the response leaves the rest in place.
 */
export function executeQuery(
  context: AdminContext,
  request: AdminRequest,
  prepared: PreparedQuery,
): ExecutedQuery {
  try {
    return context.state.transaction(() => {
      const result = execute({
        schema: adminSchema(),
        document: prepared.document,
        rootValue: rootFields[prepared.operation.operation as "query" | "mutation"],
        contextValue: context,
        variableValues: request.variables,
        operationName: request.operationName,
        fieldResolver: resolveField,
      });
      if (result instanceof Promise) throw new Error("resolvers of the Admin API are synchronous");
      const broken = result.errors?.find(isBroken);
      if (broken !== undefined) throw broken;
      return {
        data: result.data ?? null,
        errors: (result.errors ?? []).map(executionError),
        actualCost: actualCost(prepared.costSource, result.data),
      };
    });
  } catch (error) {
    console.error("devstore: an Admin resolver broke:", error);
    const reported = error instanceof GraphQLError ? error : new GraphQLError(String(error));
    return { data: null, errors: [executionError(reported)], actualCost: 0 };
  }
}

/** Whether an error is a mistake of this program and not part of the answer. */
function isBroken(error: GraphQLError): boolean {
  return error.originalError != null && error.originalError.name !== "GraphQLError";
}

/** Values and functions of the views; a field that a view does not have is an error, never a silent null. */
const resolveField: GraphQLFieldResolver<unknown, AdminContext> = (
  source,
  given,
  context,
  info,
) => {
  const args = context.wholeLists ? { ...given, [wholeList]: true } : given;
  const { fieldName, parentType } = info;
  const answered = getNamedType(info.returnType).name;
  assertAccess(context.scopes, parentType.name, fieldName, answered);
  assertApproved(context.shop, parentType.name, fieldName, answered);
  if (parentType.name === "Mutation") {
    assertMutationApproved(context.shop, getNamedType(info.returnType), args);
    const fault = takeUserErrorFault(context.state, context.shop.domain, fieldName);
    if (fault !== undefined) return failed(fault);
  }
  const value = (source as Record<string, unknown>)[fieldName];
  if (value !== undefined) {
    const found = typeof value === "function" ? value(args, context, info) : value;
    for (const one of Array.isArray(found) ? found : [found]) {
      const type = (one as { __typename?: unknown } | null | undefined)?.__typename;
      if (typeof type === "string") assertApproved(context.shop, parentType.name, fieldName, type);
    }
    return found;
  }
  if (hasUserErrors(source)) return null;
  throw notAvailable(`${parentType.name}.${fieldName}`);
};
