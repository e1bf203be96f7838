import { GraphQLError } from "graphql";

/** A field's arguments, already checked against the schema. */
export type Arguments = Record<string, unknown>;

const maximumPage = 250;

/** An argument that no request can give: the list is to answer everything that it has. */
export const wholeList = Symbol("whole list");

export interface ConnectionSource<T> {
  items: readonly T[];
  /** What the list is sorted by; ties are broken by id. */
  sortValue?: (item: T) => string | number;
  idOf: (item: T) => string | number;
  view: (item: T) => unknown;
  /** Fields which the connection has beside nodes, edges and pageInfo. */
  extra?: Record<string, unknown>;
}

interface Keyed<T> {
  item: T;
  value: string | number;
  id: string | number;
}

/**
 * One page, as on the platform. The cursor holds the sort value and the id of its node, so the next page
 * continues from there even when the node has moved or was deleted.
 */
export function connection<T>(args: Arguments, source: ConnectionSource<T>): unknown {
  const { first, last } = pageSize(args);
  let keyed = source.items.map((item, index): Keyed<T> => {
    const id = source.sortValue === undefined ? index : source.idOf(item);
    return { item, id, value: source.sortValue?.(item) ?? id };
  });
  if (source.sortValue !== undefined) keyed.sort(compare);
  const direction = args.reverse === true ? -1 : 1;
  if (direction === -1) keyed.reverse();
  const total = keyed.length;
  if (typeof args.after === "string") {
    const after = decodeCursor(args.after);
    keyed = keyed.filter((one) => compare(one, after) * direction > 0);
  }
  const droppedBefore = total - keyed.length;
  if (typeof args.before === "string") {
    const before = decodeCursor(args.before);
    keyed = keyed.filter((one) => compare(one, before) * direction < 0);
  }
  const page =
    first === null ? keyed.slice(Math.max(0, keyed.length - (last ?? 0))) : keyed.slice(0, first);
  const hasMore = page.length < keyed.length;
  const droppedAfter = total - droppedBefore - keyed.length;
  return {
    nodes: () => page.map(({ item }) => source.view(item)),
    edges: () =>
      page.map((one) => ({ cursor: encodeCursor(one), node: () => source.view(one.item) })),
    pageInfo: {
      hasNextPage: first === null ? droppedAfter > 0 : hasMore,
      hasPreviousPage: first === null ? hasMore : droppedBefore > 0,
      startCursor: page[0] === undefined ? null : encodeCursor(page[0]),
      endCursor: page.at(-1) === undefined ? null : encodeCursor(page.at(-1) as Keyed<T>),
    },
    ...source.extra,
  };
}

function pageSize(args: Arguments): { first: number | null; last: number | null } {
  if (wholeList in args) return { first: Number.POSITIVE_INFINITY, last: null };
  const first = typeof args.first === "number" ? args.first : null;
  const last = typeof args.last === "number" ? args.last : null;
  if (first === null && last === null) throw badRequest("you must provide one of first or last");
  if (first !== null && last !== null) {
    throw badRequest("providing both first and last is not supported");
  }
  for (const [name, size] of Object.entries({ first, last })) {
    if (size === null) continue;
    if (size < 0) throw badRequest(`${name} cannot be negative`);
    if (size > maximumPage) throw badRequest(`${name} cannot exceed ${maximumPage}`);
  }
  return { first, last };
}

function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_REQUEST" } });
}

type CursorKey = Pick<Keyed<unknown>, "value" | "id">;

function compare(a: CursorKey, b: CursorKey): number {
  if (a.value !== b.value) return a.value < b.value ? -1 : 1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

function encodeCursor({ value, id }: CursorKey): string {
  return Buffer.from(JSON.stringify({ last_id: id, last_value: value })).toString("base64url");
}

function decodeCursor(cursor: string): CursorKey {
  try {
    const { last_id, last_value } = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    return { id: last_id, value: last_value };
  } catch {
    throw new GraphQLError("Invalid cursor for current pagination sort.", {
      extensions: { code: "INVALID_CURSOR" },
    });
  }
}
