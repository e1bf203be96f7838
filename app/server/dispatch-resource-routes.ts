import type { ServerBuild } from "@remix-run/node";
import type { Hono } from "hono";
import type { AnyRouteDeclaration, DeclaredRoute } from "#app/http/declare-route.ts";
import type { LoadContext, RouteArguments } from "#app/http/load-context.ts";

type Handler = (args: RouteArguments) => Promise<unknown>;

/**
 * Sends requests for resource routes (modules without a page) straight to their loader or action. The
 * files stay ordinary resource routes; going through Remix's own handler costs about ten times as much.
 *
 * @param context read at each request, because it refers back to the declarations found here.
 */
export function dispatchResourceRoutes(
  server: Hono,
  build: ServerBuild,
  context: LoadContext,
): void {
  for (const { path, module } of resourceRoutes(build)) {
    server.all(path, async (c) => {
      const request = c.req.raw;
      const isRead = request.method === "GET" || request.method === "HEAD";
      const handler = (isRead ? module.loader : module.action) ?? module.loader ?? module.action;
      return answer(handler as Handler, { request, params: c.req.param(), context });
    });
  }
}

/** Every API route that was declared, in the order of the routes. */
export function listDeclarations(build: ServerBuild): AnyRouteDeclaration[] {
  return resourceRoutes(build).flatMap(({ module }) =>
    [module.loader, module.action].flatMap((handler) => {
      const declaration = (handler as Partial<DeclaredRoute> | undefined)?.declaration;
      return declaration ? [declaration] : [];
    }),
  );
}

async function answer(handler: Handler, args: RouteArguments): Promise<Response> {
  try {
    const result = await handler(args);
    if (result instanceof Response) return result;
    throw new TypeError("A resource route must answer with a Response.");
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}

interface ResourceModule {
  loader?: unknown;
  action?: unknown;
}

function resourceRoutes(build: ServerBuild): { path: string; module: ResourceModule }[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route) return [];
    const module: ResourceModule & { default?: unknown } = route.module;
    if (module.default) return [];
    const path = fullPath(build, route.id);
    // Pages' own resource routes need Remix's handling of cookies and redirects, and are rare.
    return path.startsWith("/app/") ? [] : [{ path, module }];
  });
}

function fullPath(build: ServerBuild, id: string | undefined): string {
  if (id === undefined) return "";
  const route = build.routes[id];
  if (!route) return "";
  const own = route.path ? `/${route.path}` : "";
  return fullPath(build, route.parentId) + own;
}
