import type { ServerBuild } from "@remix-run/node";
import routes from "#app/routes.ts";

/** The modules of `app/routes/`, loaded from their sources when they are asked for. */
const modules = import.meta.glob([
  "../../app/routes/{rest,data,collection,loyalty,churn,storefront,store-credit-management,extensions,webhooks,internal,mail}/**/*.ts",
]);

interface RouteEntry {
  file: string;
  path?: string | undefined;
  children?: RouteEntry[] | undefined;
}

/**
 * The resource routes as the server's dispatch takes them, read from the table of contents and from
 * the sources: API tests need no bundle. Pages are left out.
 */
export async function loadSourceBuild(): Promise<ServerBuild> {
  const entries = flatten((await routes) as RouteEntry[], "");
  const loaded = await Promise.all(
    entries.map(async ({ file, path }) => {
      const load = modules[`../../app/${file}`];
      return load ? [[file, { id: file, path, module: await load() }]] : [];
    }),
  );
  return { routes: Object.fromEntries(loaded.flat()) } as unknown as ServerBuild;
}

/** The path of every route of the table of contents, without a slash before it. */
export async function listRoutePaths(): Promise<string[]> {
  return flatten((await routes) as RouteEntry[], "").map(({ path }) => path);
}

function flatten(entries: RouteEntry[], parent: string): { file: string; path: string }[] {
  return entries.flatMap(({ file, path, children }) => {
    const own = [parent, path].filter(Boolean).join("/");
    return [{ file, path: own }, ...flatten(children ?? [], own)];
  });
}
