import type { ServerBuild } from "@remix-run/node";

/** The address of a route from the host's root, with the names of its parameters: `/app/store-credit/files/:fileId`. */
export function routePath(routes: ServerBuild["routes"], id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id];
  if (!route) return "";
  return routePath(routes, route.parentId) + (route.path ? `/${route.path}` : "");
}
