import type { AdminContext } from "#devstore/admin-api/admin-context.ts";
import { readControls } from "#devstore/state/shop-controls.ts";

/** So long the index may take to know of what is new, where the controls have it lag. */
const LAG_MS = 60_000;

/** How a searchable field is read from an entity; several values match when any does. */
export type SearchFields<T> = Record<
  string,
  { type: "string" | "id" | "time" | "number"; read: (item: T) => SearchValue | SearchValue[] }
>;

type SearchValue = string | number | null;

type Expression =
  | { kind: "and" | "or"; parts: Expression[] }
  | { kind: "not"; part: Expression }
  | { kind: "term"; field: string | null; comparator: string; value: string };

/**
 * Filters by the platform's search syntax: terms `field:value` with the comparators < <= > >=, joined
 * by spaces or AND, OR, negated by - or NOT, grouped by parentheses. A term on an unknown field is
 * ignored with a warning, as the platform does; a bare word searches `defaultText`.
 */
export function search<T>(
  context: AdminContext,
  path: string,
  items: readonly T[],
  query: unknown,
  fields: SearchFields<T>,
  defaultText: (item: T) => string = () => "",
): readonly T[] {
  if (typeof query !== "string" || query.trim() === "") return items;
  const expression = parseExpression(tokenize(query));
  const unknown = unknownFields(expression, fields);
  if (unknown.length > 0) {
    context.searchWarnings.push({
      path: [path],
      query,
      warnings: unknown.map((field) => {
        return { field, message: "Invalid search field for this query.", code: "invalid_field" };
      }),
    });
  }
  const indexed = isIndexed(context, fields);
  return items.filter(
    (item) => indexed(item) && matches(expression, item, fields, defaultText, context.now),
  );
}

/** Whether the index of searches knows a thing. */
function isIndexed<T>({ state, shop, now }: AdminContext, fields: SearchFields<T>) {
  const createdAt = fields.created_at;
  if (!createdAt || readControls(state, shop.domain).searchesLag !== true) return () => true;
  const latest = now.getTime() - LAG_MS;
  return (item: T) => Date.parse(String(createdAt.read(item))) <= latest;
}

function tokenize(query: string): string[] {
  const token =
    /\(|\)|-?[\w.]+\s*:\s*(?:<=|>=|<|>)?\s*(?:"[^"]*"|'[^']*'|[^\s()]+)|"[^"]*"|[^\s()]+/g;
  return query.match(token) ?? [];
}

function parseExpression(tokens: string[]): Expression {
  const alternatives: Expression[] = [parseConjunction(tokens)];
  while (tokens[0] === "OR") {
    tokens.shift();
    alternatives.push(parseConjunction(tokens));
  }
  return alternatives.length === 1 && alternatives[0] !== undefined
    ? alternatives[0]
    : { kind: "or", parts: alternatives };
}

function parseConjunction(tokens: string[]): Expression {
  const parts: Expression[] = [];
  while (tokens.length > 0 && tokens[0] !== "OR" && tokens[0] !== ")") {
    const token = tokens.shift() ?? "";
    if (token === "AND") continue;
    if (token === "NOT") parts.push({ kind: "not", part: parseOperand(tokens.shift(), tokens) });
    else parts.push(parseOperand(token, tokens));
  }
  return { kind: "and", parts };
}

function parseOperand(token: string | undefined, tokens: string[]): Expression {
  if (token === "(") {
    const inner = parseExpression(tokens);
    if (tokens[0] === ")") tokens.shift();
    return inner;
  }
  return parseTerm(token ?? "");
}

function parseTerm(token: string): Expression {
  const match = /^(-?)([\w.]+)\s*:\s*(<=|>=|<|>)?\s*(.+)$/s.exec(token);
  if (match === null) {
    const negated = token.startsWith("-") && token.length > 1;
    const value = unquote(negated ? token.slice(1) : token);
    const term: Expression = { kind: "term", field: null, comparator: "", value };
    return negated ? { kind: "not", part: term } : term;
  }
  const term: Expression = {
    kind: "term",
    field: match[2] ?? "",
    comparator: match[3] ?? "",
    value: unquote(match[4] ?? ""),
  };
  return match[1] === "-" ? { kind: "not", part: term } : term;
}

function unquote(text: string): string {
  return /^(".*"|'.*')$/s.test(text) ? text.slice(1, -1) : text;
}

function unknownFields<T>(expression: Expression, fields: SearchFields<T>): string[] {
  if (expression.kind === "not") return unknownFields(expression.part, fields);
  if (expression.kind !== "term") {
    return expression.parts.flatMap((part) => unknownFields(part, fields));
  }
  return expression.field !== null && fields[expression.field] === undefined
    ? [expression.field]
    : [];
}

function matches<T>(
  expression: Expression,
  item: T,
  fields: SearchFields<T>,
  defaultText: (item: T) => string,
  now: Date,
): boolean {
  switch (expression.kind) {
    case "and":
      return expression.parts.every((part) => matches(part, item, fields, defaultText, now));
    case "or":
      return expression.parts.some((part) => matches(part, item, fields, defaultText, now));
    case "not":
      return !matches(expression.part, item, fields, defaultText, now);
    case "term": {
      if (expression.field === null) {
        return defaultText(item).toLowerCase().includes(expression.value.toLowerCase());
      }
      const field = fields[expression.field];
      if (field === undefined) return true;
      const read = field.read(item);
      const values = Array.isArray(read) ? read : [read];
      return values.some((value) => matchesValue(field.type, value, expression, now));
    }
  }
}

function matchesValue(
  type: "string" | "id" | "time" | "number",
  value: SearchValue,
  { comparator, value: wanted }: { comparator: string; value: string },
  now: Date,
): boolean {
  if (wanted === "*") return value !== null && value !== "";
  if (value === null) return false;
  if (type === "string") {
    return wanted
      .split(",")
      .some((one) => String(value).toLowerCase() === one.trim().toLowerCase());
  }
  if (type === "id") {
    const id = wanted.startsWith("gid://") ? wanted.slice(wanted.lastIndexOf("/") + 1) : wanted;
    return compareBy(comparator, Number(value) - Number(id));
  }
  if (type === "number") return compareBy(comparator, Number(value) - Number(wanted));
  const at = wanted === "now" ? now.getTime() : Date.parse(wanted);
  return compareBy(comparator, Date.parse(String(value)) - at);
}

function compareBy(comparator: string, difference: number): boolean {
  switch (comparator) {
    case "<":
      return difference < 0;
    case "<=":
      return difference <= 0;
    case ">":
      return difference > 0;
    case ">=":
      return difference >= 0;
    default:
      return difference === 0;
  }
}
