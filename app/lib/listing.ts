/** A page of a list: rows to skip, and rows to show. */
export interface ListPage {
  limit: number;
  offset: number;
}

/** The condition of a filter, given the number of the parameter that holds its value. */
type Condition = (parameter: number) => string;

/** Conditions by the names of their filters, in an order that stays. */
export type Conditions<Name extends string> = Readonly<Record<Name, Condition>>;

/** A list's filters: a value that is undefined filters nothing. */
export type Filters<Name extends string> = { readonly [N in Name]?: unknown };

/** The names of the filters that are set, in the conditions' order. */
export function namesOf<Name extends string>(
  conditions: Conditions<Name>,
  filters: Filters<Name>,
): Name[] {
  return (Object.keys(conditions) as Name[]).filter((name) => filters[name] !== undefined);
}

/** What narrows a list to these filters. Their values are the parameters from number `first` on. */
export function whereOf<Name extends string>(
  conditions: Conditions<Name>,
  names: readonly Name[],
  first: number,
): string {
  return names.map((name, at) => ` AND ${conditions[name](first + at)}`).join("");
}
