/** A page of a list, as the Admin API answers it. */
export interface Connection<Node> {
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** All nodes of a connection whose first page is there already. */
export async function readAll<Node>(
  first: Connection<Node>,
  readPage: (after: string) => Promise<Connection<Node> | null>,
): Promise<Node[]> {
  const nodes = [...first.nodes];
  let cursor = nextCursorOf(first);
  while (cursor !== null) {
    const page = await readPage(cursor);
    if (page === null) break;
    nodes.push(...page.nodes);
    cursor = nextCursorOf(page);
  }
  return nodes;
}

export function nextCursorOf(connection: Connection<unknown>): string | null {
  return connection.pageInfo.hasNextPage ? connection.pageInfo.endCursor : null;
}
