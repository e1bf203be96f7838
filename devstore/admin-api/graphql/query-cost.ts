import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  GraphQLInt,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromAST,
} from "graphql";

/** What a mutation costs; what it answers directly is included. */
const mutationCost = 10;

/** What a connection costs before its nodes. */
const connectionCost = 2;

/** A single query above this is rejected regardless of the remaining points. */
export const maximumQueryCost = 1000;

export interface CostSource {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: Record<string, FragmentDefinitionNode>;
  variables: Record<string, unknown>;
}

/** What the platform reserves before it runs the query: connections count with the size asked for. */
export function requestedCost(source: CostSource): number {
  return operationCost(source, null);
}

/** What the answer turned out to cost: connections count with the nodes they hold. */
export function actualCost(source: CostSource, data: unknown): number {
  return operationCost(source, isRecord(data) ? data : {});
}

/**
 * How many nodes a connection of `size` is charged for. The platform publishes "sized by first and
 * last" and no formula; this one reproduces the measurements which users published (decision 022).
 */
function chargedNodes(size: number): number {
  return size <= 1 ? size : Math.max(1, Math.floor(2 * Math.log(size)));
}

/** Null data prices a query which has not run. */
type Data = Record<string, unknown> | null;

function operationCost(source: CostSource, data: Data): number {
  const { schema, operation } = source;
  const root = schema.getRootType(operation.operation);
  if (!root) return 0;
  if (operation.operation !== "mutation") {
    return selectionCost(source, operation.selectionSet, root, data);
  }
  let total = 0;
  for (const field of fieldsOf(source, operation.selectionSet)) {
    total += mutationCost + payloadCost(source, field, root, data);
  }
  return total;
}

/** The objects which a mutation answers directly are in its price; what hangs below them is not. */
function payloadCost(
  source: CostSource,
  field: FieldNode,
  root: GraphQLCompositeType,
  data: Data,
): number {
  const payload = getNamedType(fieldType(root, field.name.value));
  if (!isCompositeType(payload) || field.selectionSet === undefined) return 0;
  const value = data === null ? null : data[answerKey(field)];
  if (data !== null && !isRecord(value)) return 0;
  let total = 0;
  for (const inner of fieldsOf(source, field.selectionSet)) {
    const full = fieldCost(source, inner, payload, isRecord(value) ? value : null);
    total += Math.max(0, full - 1);
  }
  return total;
}

function selectionCost(
  source: CostSource,
  selection: SelectionSetNode,
  type: GraphQLCompositeType,
  data: Data,
): number {
  let common = 0;
  let dearest = 0;
  for (const node of selection.selections) {
    if (node.kind === Kind.FIELD) {
      common += fieldCost(source, node, type, data);
      continue;
    }
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : source.fragments[node.name.value];
    if (fragment === undefined) continue;
    const condition = fragment.typeCondition?.name.value ?? type.name;
    const narrowed = source.schema.getType(condition);
    if (!isCompositeType(narrowed)) continue;
    if (data !== null && isObjectType(narrowed) && isOtherType(data, condition)) continue;
    const cost = selectionCost(source, fragment.selectionSet, narrowed, data);
    if (isAbstractType(type) && condition !== type.name && data === null) {
      dearest = Math.max(dearest, cost);
    } else common += cost;
  }
  return common + dearest;
}

function fieldCost(
  source: CostSource,
  field: FieldNode,
  parent: GraphQLCompositeType,
  data: Data,
): number {
  const type = fieldType(parent, field.name.value);
  const named = getNamedType(type);
  if (!isCompositeType(named) || field.selectionSet === undefined) return 0;
  const value = data === null ? null : data[answerKey(field)];
  if (data !== null && (value === null || value === undefined)) return 0;
  if (named.name.endsWith("Connection")) return connectionFieldCost(source, field, named, value);
  if (isListType(isNonNullType(type) ? type.ofType : type) && Array.isArray(value)) {
    return value.reduce<number>(
      (sum, item) => sum + selectionCost(source, required(field), named, asData(item)),
      value.length === 0 ? 0 : 1,
    );
  }
  return 1 + selectionCost(source, field.selectionSet, named, asData(value));
}

function connectionFieldCost(
  source: CostSource,
  field: FieldNode,
  connection: GraphQLCompositeType,
  value: unknown,
): number {
  const size = isRecord(value) ? answeredSize(field, value) : askedSize(source, field);
  let perNode = 0;
  for (const inner of fieldsOf(source, required(field))) {
    const innerType = getNamedType(fieldType(connection, inner.name.value));
    if (!isCompositeType(innerType) || inner.selectionSet === undefined) continue;
    if (inner.name.value === "nodes") {
      perNode += 1 + selectionCost(source, inner.selectionSet, innerType, null);
    } else if (inner.name.value === "edges") {
      for (const node of fieldsOf(source, inner.selectionSet)) {
        perNode += fieldCost(source, node, innerType, null);
      }
    }
  }
  return connectionCost + chargedNodes(size) * perNode;
}

function askedSize(source: CostSource, field: FieldNode): number {
  for (const name of ["first", "last"]) {
    const argument = field.arguments?.find((one) => one.name.value === name);
    const size = argument && valueFromAST(argument.value, GraphQLInt, source.variables);
    if (typeof size === "number") return size;
  }
  return 0;
}

function answeredSize(field: FieldNode, value: Record<string, unknown>): number {
  for (const inner of required(field).selections) {
    if (inner.kind !== Kind.FIELD) continue;
    const list = value[answerKey(inner)];
    if (Array.isArray(list)) return list.length;
  }
  return 0;
}

function fieldsOf(source: CostSource, selection: SelectionSetNode): FieldNode[] {
  return selection.selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node];
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : source.fragments[node.name.value];
    return fragment === undefined ? [] : fieldsOf(source, fragment.selectionSet);
  });
}

function fieldType(parent: GraphQLCompositeType, name: string): GraphQLOutputType | undefined {
  if (!isObjectType(parent) && !isInterfaceType(parent)) return undefined;
  return parent.getFields()[name]?.type;
}

function answerKey(field: FieldNode): string {
  return field.alias?.value ?? field.name.value;
}

function required(field: FieldNode): SelectionSetNode {
  return field.selectionSet ?? { kind: Kind.SELECTION_SET, selections: [] };
}

function isOtherType(data: Record<string, unknown>, type: string): boolean {
  return typeof data.__typename === "string" && data.__typename !== type;
}

function asData(value: unknown): Data {
  return isRecord(value) ? value : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
