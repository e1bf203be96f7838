import { GraphQLError } from "graphql";

const shape = /^gid:\/\/shopify\/([A-Za-z]+)\/([\w-]+)(\?.*)?$/;

export interface Gid {
  type: string;
  id: string;
}

/** Reads a global id; undefined when the text is none. */
export function parseGid(text: string): Gid | undefined {
  const match = shape.exec(text);
  return match === null ? undefined : { type: match[1] ?? "", id: match[2] ?? "" };
}

export function gid(type: string, id: number | string): string {
  return `gid://shopify/${type}/${id}`;
}

/**
 * The id behind a global id of the given type. Null when it is one of another type, which then
 * matches nothing; throws as the platform does when the text is no global id at all.
 */
export function idOf(text: string, type: string): string | null {
  const parsed = parseGid(text);
  if (parsed === undefined) {
    throw new GraphQLError(`Invalid global id '${text}'`, {
      extensions: { code: "argumentLiteralsIncompatible", typeName: "CoercionError" },
    });
  }
  return parsed.type === type ? parsed.id : null;
}

/** Like `idOf`, for types which are numbered; NaN never matches an entity. */
export function numberOf(text: string, type: string): number {
  const id = idOf(text, type);
  return id === null ? Number.NaN : Number(id);
}
