import type { ServerBuild } from "@remix-run/node";
import { Hono } from "hono";
import type { LoadContext } from "#app/http/load-context.ts";
import { jsonResponse } from "#app/http/respond.ts";
import { dispatchResourceRoutes, listDeclarations } from "./dispatch-resource-routes.ts";
import { createPageHandler } from "./handle-pages.ts";
import { serveFiles } from "./serve-files.ts";
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

  const root = `${buildDirectory}/client`;
  serveFiles(server, "/assets/*", {
    ...{ root, precompressed: true },
    // Their names carry a hash of their content.
    cacheControl: "public, max-age=31536000, immutable",
    // One of an earlier build: nothing that a page could answer.
    missing: "There is no such asset.",
  });
  const picture = { cacheControl: "public, max-age=3600", missing: "There is no such picture." };
  serveFiles(server, "/favicon.svg", { root, ...picture });
  // The pictures of the merchant's guide.
  serveFiles(server, "/docs/images/*", { root: `${buildDirectory}/..`, ...picture });

  dispatchResourceRoutes(server, build, context);

  const handlePage = createPageHandler(build, context);
  server.all("*", (c) => answerUnknownPage(c.req.path) ?? handlePage(c.req.raw));

  server.onError((error, c) => {
    parts.app.log.error({ err: error, path: c.req.path }, "request failed unexpectedly");
    return jsonResponse(500, { message: "server error" });
  });
  return server;
}
