import routes from "#app/routes.ts";

/** A route of the table of contents with its whole address: `app/customers/:customerId`. */
export interface RouteOfTable {
  file: string;
  path: string;
}

interface RouteEntry {
  file: string;
  path?: string | undefined;
  children?: RouteEntry[] | undefined;
}

/** Every route of the product, so that what a test says of all of them holds for those that are still to come. */
export async function listRoutes(): Promise<RouteOfTable[]> {
  return flatten((await routes) as RouteEntry[], "");
}

function flatten(entries: RouteEntry[], parent: string): RouteOfTable[] {
  return entries.flatMap(({ file, path, children }) => {
    const own = [parent, path].filter(Boolean).join("/");
    return [{ file, path: own }, ...flatten(children ?? [], own)];
  });
}
