import type { ServerBuild } from "@remix-run/node";
import type { Hono } from "hono";
import type { AnyMethod } from "#app/http/any-method.ts";
import type { AnyRouteDeclaration, DeclaredRoute } from "#app/http/declare-route.ts";
import type { LoadContext, RouteArguments } from "#app/http/load-context.ts";
import { routePath } from "./route-path.ts";
import { refuseMethod, withUsualHeaders } from "./usual-headers.ts";

type Handler = ((args: RouteArguments) => Promise<unknown>) & AnyMethod;

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
      const handler = handlerFor(request.method, module);
      if (!handler) return wrongMethod(module);
      return withUsualHeaders(await answer(handler, { request, params: c.req.param(), context }));
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

/**
 * A loader answers GET and HEAD, an action answers POST. A declared route refuses methods in its interface's own words, so it gets
 * every request of its address.
 */
function handlerFor(method: string, { loader, action }: ResourceModule): Handler | undefined {
  const isRead = method === "GET" || method === "HEAD";
  const meant = isRead ? loader : action;
  if (meant && (isRead || method === "POST")) return meant as Handler;
  const handlers = [meant, loader, action] as (Partial<DeclaredRoute> & Handler)[];
  return handlers.find((one) => one?.declaration || one?.answersAnyMethod);
}

function wrongMethod({ loader, action }: ResourceModule): Response {
  return refuseMethod([...(loader ? ["GET", "HEAD"] : []), ...(action ? ["POST"] : [])].join(", "));
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
    const path = routePath(build.routes, route.id);
    // Pages' own resource routes need Remix's handling of cookies and redirects, and are rare.
    return path.startsWith("/app/") ? [] : [{ path, module }];
  });
}
