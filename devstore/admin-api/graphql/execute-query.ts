import {
  type DocumentNode,
  execute,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLFieldResolver,
  getNamedType,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from "graphql";
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
import { expandedSize } from "./expanded-size.ts";
import { adminSchema } from "./load-schema.ts";
import {
  executionError,
  type PlatformError,
  syntaxError,
  validationError,
} from "./platform-errors.ts";
import { actualCost, type CostSource, requestedCost } from "./query-cost.ts";
import { variableErrors } from "./variable-problems.ts";

export interface AdminRequest {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | null;
}

/** A request which fits the schema, and what it is priced at. */
export interface PreparedQuery {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  /** Names of the root fields it asks for. */
  rootFieldNames: string[];
  requestedCost: number;
  costSource: CostSource;
}

/** Documents which were found valid, by their text: an app sends the same few over and over. */
const validDocuments = new Map<string, DocumentNode>();
const keptDocuments = 500;

/** Far above what a query of 1,000 points has; what is checked afterwards takes time for each field. */
const maximumFields = 5000;

/** Parses and validates; answers the platform's errors when the request does not fit the schema. */
export function prepareQuery(request: AdminRequest): PreparedQuery | PlatformError[] {
  const schema = adminSchema();
  const document = validDocuments.get(request.query) ?? validated(request.query);
  if (Array.isArray(document)) return document;
  const operation = getOperationAST(document, request.operationName);
  if (operation == null) return [{ message: "An operation name is required" }];
  const problems = variableErrors(schema, operation, request.variables);
  if (problems.length > 0) return problems;
  const costSource = {
    schema,
    operation,
    fragments: fragmentsOf(document),
    variables: request.variables,
  };
  return {
    document,
    operation,
    rootFieldNames: rootFieldsOf(operation),
    requestedCost: requestedCost(costSource),
    costSource,
  };
}

function validated(query: string): DocumentNode | PlatformError[] {
  let document: DocumentNode;
  try {
    document = parse(query);
  } catch (error) {
    return [syntaxError(error as GraphQLError)];
  }
  if (expandedSize(document) > maximumFields) {
    return [{ message: `Query has more than ${maximumFields} fields` }];
  }
  const findings = validate(adminSchema(), document);
  if (findings.length > 0) return findings.map(validationError);
  if (validDocuments.size >= keptDocuments) validDocuments.clear();
  validDocuments.set(query, document);
  return document;
}

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

function fragmentsOf(document: DocumentNode): Record<string, FragmentDefinitionNode> {
  return Object.fromEntries(
    document.definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  );
}

function rootFieldsOf(operation: OperationDefinitionNode): string[] {
  return operation.selectionSet.selections.flatMap((node) =>
    node.kind === Kind.FIELD ? [node.name.value] : [],
  );
}
