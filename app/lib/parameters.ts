/** Values of a form or a query by name. A name that was sent once has one value. */
export type Parameters = ReadonlyMap<string, readonly string[]>;

/** More than any endpoint takes, and few enough to read before anybody is known. */
export const MAX_PARAMETERS = 200;

/**
 * Reads `name=value` pairs joined by `&`, in one pass.
 *
 * @returns null when there are more than {@link MAX_PARAMETERS} pairs; nothing is decoded then.
 */
export function readParameters(text: string): Parameters | null {
  let separators = 0;
  for (let at = text.indexOf("&"); at !== -1; at = text.indexOf("&", at + 1)) {
    separators += 1;
    if (separators >= MAX_PARAMETERS) return null;
  }
  return groupPairs(new URLSearchParams(text));
}

/** Gathers the values of each name, in the order in which they came. */
export function groupPairs(pairs: Iterable<[string, string]>): Parameters {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return values;
}

/** The same as an object: a text for what was sent once, a list for what was repeated. */
export function parametersAsFields(parameters: Parameters): Record<string, string | string[]> {
  return Object.fromEntries(
    Array.from(parameters, ([name, values]) => [
      name,
      values.length === 1 ? (values[0] ?? "") : [...values],
    ]),
  );
}
