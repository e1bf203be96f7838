import { serveStatic } from "@hono/node-server/serve-static";
import type { ServerBuild } from "@remix-run/node";
import { Hono } from "hono";
import type { LoadContext } from "#app/http/load-context.ts";
import { jsonResponse } from "#app/http/respond.ts";
import { dispatchResourceRoutes, listDeclarations } from "./dispatch-resource-routes.ts";
import { createPageHandler } from "./handle-pages.ts";
import { answerUnknownPage } from "./unknown-page.ts";

/** What the server needs besides its build. */
export type ServerParts = Omit<LoadContext, "declarations">;

/**
 * The app's HTTP server: hashed assets from disk, resource routes by direct dispatch, pages by Remix.
 *
 * @param buildDirectory the folder that `vite build` wrote, with `client/` in it.
 */
export function createWebServer(
  build: ServerBuild,
  parts: ServerParts,
  buildDirectory: string,
): Hono {
  const declarations = listDeclarations(build);
  const context: LoadContext = { ...parts, declarations: () => declarations };
  const server = new Hono();

  server.use("/assets/*", async (c, next) => {
    await next();
    c.res.headers.set("X-Content-Type-Options", "nosniff");
    // Their names carry a hash of their content.
    if (c.res.ok) c.res.headers.set("Cache-Control", "public, max-age=31536000, immutable");
  });
  const root = `${buildDirectory}/client`;
  server.use("/assets/*", serveStatic({ root, precompressed: true }));
  // An asset of an earlier build: nothing that a page could answer.
  server.all("/assets/*", (c) => c.text("There is no such asset.", 404));
  server.use("/favicon.svg", async (c, next) => {
    await next();
    c.res.headers.set("X-Content-Type-Options", "nosniff");
  });
  server.use("/favicon.svg", serveStatic({ root }));
  // The pictures of the merchant's guide.
  server.use("/docs/images/*", async (c, next) => {
    await next();
    c.res.headers.set("X-Content-Type-Options", "nosniff");
    if (c.res.ok) c.res.headers.set("Cache-Control", "public, max-age=3600");
  });
  server.use("/docs/images/*", serveStatic({ root: `${buildDirectory}/..` }));
  server.all("/docs/images/*", (c) => c.text("There is no such picture.", 404));

  dispatchResourceRoutes(server, build, context);

  const handlePage = createPageHandler(build, context);
  server.all("*", (c) => answerUnknownPage(c.req.path) ?? handlePage(c.req.raw));

  server.onError((error, c) => {
    parts.app.log.error({ err: error, path: c.req.path }, "request failed unexpectedly");
    return jsonResponse(500, { message: "server error" });
  });
  return server;
}
