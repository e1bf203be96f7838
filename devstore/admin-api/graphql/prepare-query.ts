import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from "graphql";
import { expandedSize } from "./expanded-size.ts";
import { adminSchema } from "./load-schema.ts";
import { type PlatformError, syntaxError, validationError } from "./platform-errors.ts";
import { type CostSource, requestedCost } from "./query-cost.ts";
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
