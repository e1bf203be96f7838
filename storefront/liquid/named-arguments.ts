/** liquidjs hands a filter's named arguments over as pairs among the positional ones. */
export function namedArguments(args: readonly unknown[]): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const argument of args) {
    if (isPair(argument)) named[argument[0]] = argument[1];
  }
  return named;
}

export function positionalArguments(args: readonly unknown[]): unknown[] {
  return args.filter((argument) => !isPair(argument));
}

function isPair(argument: unknown): argument is [string, unknown] {
  return Array.isArray(argument) && argument.length === 2 && typeof argument[0] === "string";
}
