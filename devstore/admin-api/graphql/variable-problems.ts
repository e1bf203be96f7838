import {
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  type OperationDefinitionNode,
  print,
  typeFromAST,
} from "graphql";
import { parseGid } from "./gid.ts";
import type { PlatformError } from "./platform-errors.ts";

/** No list in an input may be longer, on any operation. */
const maximumListSize = 250;

interface Problem {
  path: (string | number)[];
  explanation: string;
  message?: string;
}

/** What the platform says of variables which do not fit their declared types; empty when all do. */
export function variableErrors(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): PlatformError[] {
  const errors: PlatformError[] = [];
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type as Parameters<typeof typeFromAST>[1]);
    const value = variables[name];
    if (type === undefined) continue;
    if (value === undefined && definition.defaultValue !== undefined) continue;
    const problems = problemsOf(type as GraphQLInputType, value, []);
    const first = problems[0];
    if (first === undefined) continue;
    const at = first.path.length > 0 ? ` for ${first.path.join(".")} (${first.explanation})` : "";
    errors.push({
      message: `Variable $${name} of type ${print(definition.type)} was provided invalid value${at}`,
      locations: locationOf(definition.loc),
      extensions: { code: "INVALID_VARIABLE", value: value ?? null, problems },
    });
  }
  return errors;
}

function locationOf(
  loc: { startToken: { line: number; column: number } } | undefined,
): { line: number; column: number }[] {
  return loc === undefined ? [] : [{ line: loc.startToken.line, column: loc.startToken.column }];
}

function problemsOf(type: GraphQLInputType, value: unknown, path: (string | number)[]): Problem[] {
  if (isNonNullType(type)) {
    return value === null || value === undefined
      ? [{ path, explanation: "Expected value to not be null" }]
      : problemsOf(type.ofType, value, path);
  }
  if (value === null || value === undefined) return [];
  if (isListType(type)) {
    if (!Array.isArray(value)) return problemsOf(type.ofType, value, path);
    if (value.length > maximumListSize) {
      const explanation = `The input array size of ${value.length} is greater than the maximum allowed of ${maximumListSize}.`;
      return [{ path, explanation, message: explanation }];
    }
    return value.flatMap((item, index) => problemsOf(type.ofType, item, [...path, index]));
  }
  if (isInputObjectType(type)) return objectProblems(type, value, path);
  if (isEnumType(type)) {
    if (typeof value === "string" && type.getValue(value)) return [];
    const names = type.getValues().map((one) => one.name);
    return [{ path, explanation: `Expected "${String(value)}" to be one of: ${names.join(", ")}` }];
  }
  return scalarProblems(type, value, path);
}

function objectProblems(
  type: Extract<GraphQLInputType, { getFields(): unknown }>,
  value: unknown,
  path: (string | number)[],
): Problem[] {
  if (!isInputObjectType(type)) return [];
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return [{ path, explanation: `Expected ${JSON.stringify(value)} to be a key-value object.` }];
  }
  const fields = type.getFields();
  const given = value as Record<string, unknown>;
  const problems = Object.keys(given)
    .filter((key) => fields[key] === undefined)
    .map((key) => ({ path: [...path, key], explanation: `Field is not defined on ${type.name}` }));
  for (const field of Object.values(fields)) {
    if (given[field.name] === undefined && field.defaultValue !== undefined) continue;
    problems.push(...problemsOf(field.type, given[field.name], [...path, field.name]));
  }
  if (type.isOneOf) {
    const set = Object.keys(given).filter((key) => given[key] !== null);
    if (set.length !== 1) {
      problems.push({
        path,
        explanation: `'${type.name}' requires exactly one argument, but ${set.length} were provided.`,
      });
    }
  }
  return problems;
}

function scalarProblems(
  type: GraphQLInputType,
  value: unknown,
  path: (string | number)[],
): Problem[] {
  if (!isScalarType(type)) return [];
  if (type.name === "ID" && (typeof value !== "string" || parseGid(value) === undefined)) {
    const explanation = `Invalid global id '${String(value)}'`;
    return [{ path, explanation, message: explanation }];
  }
  try {
    type.parseValue(value);
    return [];
  } catch {
    return [
      { path, explanation: `Could not coerce value ${JSON.stringify(value)} to ${type.name}` },
    ];
  }
}
