/** A result's lines, and what was counted while they were written. */
export interface BulkLines {
  lines: string;
  objectCount: number;
  rootObjectCount: number;
}

type Fields = Record<string, unknown>;

/**
 * The answer of a query as the platform's JSON lines: one a node, without the lists in it; a node of a nested
 * list names its parent. The platform promises only that a parent comes before its children, so children come
 * behind all parents unless they are to be grouped.
 */
export function flattenResult(data: unknown, isGrouped: boolean): BulkLines {
  const levels: string[][] = [];
  const grouped: string[] = [];
  let objectCount = 0;

  const writeNode = (node: Fields, parentId: string | null, level: number): void => {
    const { own, lists } = splitLists(node);
    const line = JSON.stringify(parentId === null ? own : { ...own, __parentId: parentId });
    objectCount += 1;
    if (isGrouped) grouped.push(line);
    else {
      levels[level] ??= [];
      levels[level].push(line);
    }
    const id = typeof node.id === "string" ? node.id : parentId;
    for (const list of lists) {
      for (const child of list) writeNode(child, id, level + 1);
    }
  };

  const { own, lists } = splitLists(data as Fields);
  // A single object at the top is no line; what hangs on it names it when it has an id.
  const [top] = Object.values(own);
  const topId = isFields(top) && typeof top.id === "string" ? top.id : null;
  for (const list of lists) for (const node of list) writeNode(node, topId, 0);
  const all = isGrouped ? grouped : levels.flat();
  return {
    lines: all.map((line) => `${line}\n`).join(""),
    objectCount,
    rootObjectCount: lists.reduce((sum, list) => sum + list.length, 0),
  };
}

/** A node's own fields, and the nodes of the lists that it or an object in it has. */
function splitLists(node: Fields): { own: Fields; lists: Fields[][] } {
  const own: Fields = {};
  const lists: Fields[][] = [];
  for (const [name, value] of Object.entries(node)) {
    const nodes = nodesOf(value);
    if (nodes !== null) lists.push(nodes);
    else if (isFields(value)) {
      const inner = splitLists(value);
      own[name] = inner.own;
      lists.push(...inner.lists);
    } else own[name] = value;
  }
  return { own, lists };
}

/** Null for what is no list of the platform's: `pageInfo` and `cursor` of one that is are left out. */
function nodesOf(value: unknown): Fields[] | null {
  if (!isFields(value) || !Array.isArray(value.edges)) return null;
  return value.edges.flatMap((edge) => (isFields(edge) && isFields(edge.node) ? [edge.node] : []));
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
