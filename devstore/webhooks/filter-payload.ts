/**
 * Whether a payload passes a subscription's filter. Terms are `field:value`, joined by spaces (and)
 * or OR; fields may be paths. A term that this cannot read lets nothing pass, so that a mistaken
 * filter shows itself.
 */
export function matchesFilter(filter: string | null, payload: Record<string, unknown>): boolean {
  if (filter === null || filter.trim() === "") return true;
  return filter.split(/\s+OR\s+/).some((alternative) =>
    alternative
      .split(/\s+(?:AND\s+)?/)
      .filter((term) => term !== "")
      .every((term) => matchesTerm(term, payload)),
  );
}

function matchesTerm(term: string, payload: Record<string, unknown>): boolean {
  const match = /^(-?)([\w.]+):"?([^"]*)"?$/.exec(term);
  if (match === null) return false;
  const [, negated, path = "", expected] = match;
  const value = path
    .split(".")
    .reduce<unknown>(
      (inner, key) =>
        typeof inner === "object" && inner !== null
          ? (inner as Record<string, unknown>)[key]
          : undefined,
      payload,
    );
  const equal =
    expected === "*" ? value !== undefined && value !== null : String(value) === expected;
  return negated === "-" ? !equal : equal;
}

/** The payload reduced to the fields a subscription asked for; all of it when it asked for none. */
export function pickFields(
  payload: Record<string, unknown>,
  fields: string[],
): Record<string, unknown> {
  if (fields.length === 0) return payload;
  return Object.fromEntries(Object.entries(payload).filter(([key]) => fields.includes(key)));
}
