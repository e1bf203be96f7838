import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import type { FragmentsByName } from "./read-selections.ts";
import { answerName, selectedFields } from "./read-selections.ts";

const maximumConnections = 5;
/** A list, one in it, and one in that: the platform counts the nested ones. */
const maximumNesting = 2;

interface Findings {
  schema: GraphQLSchema;
  fragments: FragmentsByName;
  connections: number;
  deepest: number;
  byNodes: Set<string>;
  withoutNode: Set<string>;
  withoutId: Set<string>;
  isWithinList: boolean;
}

/** Where a selection is: how many connections are around it, and whether its node has an id for children. */
interface Place {
  nesting: number;
  parent: { connection: string; hasId: boolean } | null;
  isWithinList: boolean;
}

/** What the platform has against a query in bulk, each as its own message; nothing when it can run. */
export function checkBulkQuery(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: FragmentsByName,
): string[] {
  const root = schema.getQueryType();
  if (operation.operation !== "query" || !root) {
    return ["Invalid operation type. Only `query` operations are supported."];
  }
  const found: Findings = {
    schema,
    fragments,
    connections: 0,
    deepest: 0,
    byNodes: new Set(),
    withoutNode: new Set(),
    withoutId: new Set(),
    isWithinList: false,
  };
  const tops = selectedFields(operation.selectionSet, fragments);
  readSelections(found, operation.selectionSet, root, {
    nesting: 0,
    parent: null,
    isWithinList: false,
  });
  const topNode = tops.find(({ name }) => name.value === "node" || name.value === "nodes");
  return [
    ...(found.byNodes.size > 0
      ? [
          `All connection fields in a bulk query must select their contents using 'edges' > 'node', e.g: 'products { edges { node {'. Selecting via 'nodes' is not supported. Invalid connection fields: '${[...found.byNodes].join("', '")}'.`,
        ]
      : []),
    ...(topNode
      ? [`Bulk queries cannot contain a top level \`${topNode.name.value}\` field.`]
      : []),
    ...(tops.length > 1 ? ["Bulk queries cannot contain more than one top level field."] : []),
    ...(found.deepest > maximumNesting
      ? [
          `Bulk queries cannot contain connections with a nesting depth greater than ${maximumNesting}.`,
        ]
      : []),
    ...(found.connections > maximumConnections
      ? [`Bulk queries cannot contain more than ${maximumConnections} connections.`]
      : []),
    ...(found.withoutNode.size > 0
      ? [
          `Connections in a bulk query must be of objects that implement the Node interface. Invalid connection fields: '${[...found.withoutNode].join("', '")}'.`,
        ]
      : []),
    ...(found.withoutId.size > 0
      ? [
          `The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': ${[...found.withoutId].join(", ")}.`,
        ]
      : []),
    ...(found.isWithinList
      ? ["Queries that contain a connection field within a list field are not currently supported."]
      : []),
    ...(found.connections === 0 ? ["Bulk queries must contain at least one connection."] : []),
  ];
}

function readSelections(
  found: Findings,
  selections: SelectionSetNode,
  type: GraphQLNamedType,
  place: Place,
): void {
  for (const field of selectedFields(selections, found.fragments)) {
    const answered = answeredType(found.schema, type, field, selections, found.fragments);
    if (answered === undefined || field.selectionSet === undefined) continue;
    const named = getNamedType(answered);
    if (named.name.endsWith("Connection")) readConnection(found, field, named, place);
    else {
      const isWithinList = place.isWithinList || isList(answered);
      readSelections(found, field.selectionSet, named, { ...place, isWithinList });
    }
  }
}

function readConnection(
  found: Findings,
  field: FieldNode,
  type: GraphQLNamedType,
  place: Place,
): void {
  const name = field.name.value;
  const inside = field.selectionSet && selectedFields(field.selectionSet, found.fragments);
  if (inside?.some((one) => one.name.value === "nodes")) found.byNodes.add(name);
  const edges = inside?.find((one) => one.name.value === "edges");
  const node =
    edges?.selectionSet &&
    selectedFields(edges.selectionSet, found.fragments).find((one) => one.name.value === "node");
  found.connections += 1;
  found.deepest = Math.max(found.deepest, place.nesting);
  if (place.isWithinList) found.isWithinList = true;
  if (place.parent && !place.parent.hasId) found.withoutId.add(place.parent.connection);
  const nodeType = nodeTypeOf(type);
  if (nodeType !== undefined && !isNode(nodeType)) found.withoutNode.add(name);
  if (node?.selectionSet === undefined || nodeType === undefined) return;
  // Deeper than this is refused whatever it holds.
  if (place.nesting > maximumNesting) return;
  const hasId = selectedFields(node.selectionSet, found.fragments).some(
    (one) => one.name.value === "id" && answerName(one) === "id",
  );
  readSelections(found, node.selectionSet, nodeType, {
    nesting: place.nesting + 1,
    parent: { connection: name, hasId },
    isWithinList: false,
  });
}

/** The type of a field, also where a fragment on a narrower type selects it. */
function answeredType(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  field: FieldNode,
  selections: SelectionSetNode,
  fragments: FragmentsByName,
): GraphQLOutputType | undefined {
  const own = fieldsOf(type)[field.name.value];
  if (own !== undefined) return own.type;
  for (const selection of selections.selections) {
    if (selection.kind === Kind.FIELD) continue;
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
    const narrower = fragment?.typeCondition && schema.getType(fragment.typeCondition.name.value);
    const found = narrower && fieldsOf(narrower)[field.name.value];
    if (found) return found.type;
  }
  return undefined;
}

function fieldsOf(type: GraphQLNamedType): ReturnType<GraphQLObjectType["getFields"]> {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
}

function nodeTypeOf(connection: GraphQLNamedType): GraphQLNamedType | undefined {
  const nodes = fieldsOf(connection).nodes;
  const edges = fieldsOf(connection).edges;
  if (nodes !== undefined) return getNamedType(nodes.type);
  return edges && fieldsOf(getNamedType(edges.type)).node
    ? getNamedType(fieldsOf(getNamedType(edges.type)).node?.type)
    : undefined;
}

function isNode(type: GraphQLNamedType): boolean {
  if (type.name === "Node") return true;
  if (!isObjectType(type) && !isInterfaceType(type)) return true;
  return type.getInterfaces().some(({ name }) => name === "Node");
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}
