import type { ServerBuild } from "@remix-run/node";
import { listRoutes } from "./route-table.ts";

/** The modules of `app/routes/`, loaded from their sources when they are asked for. */
const modules = import.meta.glob([
  "../../app/routes/{rest,data,collection,loyalty,churn,storefront,store-credit-management,extensions,webhooks,internal,mail}/**/*.ts",
]);

/**
 * The resource routes as the server's dispatch takes them, read from the table of contents and from
 * the sources: API tests need no bundle. Pages are left out.
 */
export async function loadSourceBuild(): Promise<ServerBuild> {
  const loaded = await Promise.all(
    (await listRoutes()).map(async ({ file, path }) => {
      const load = modules[`../../app/${file}`];
      return load ? [[file, { id: file, path, module: await load() }]] : [];
    }),
  );
  return { routes: Object.fromEntries(loaded.flat()) } as unknown as ServerBuild;
}
