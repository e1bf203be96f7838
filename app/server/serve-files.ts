import { type ServeStaticOptions, serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";
import { refuseMethod, withUsualHeaders } from "./usual-headers.ts";

/** A folder's files, how long browsers keep them, and what is said where there is none. */
type Files = Pick<ServeStaticOptions, "root" | "precompressed"> & {
  cacheControl: string;
  missing: string;
};

/** Serves files from disk, to be read alone. Nothing else answers below their path. */
export function serveFiles(
  server: Hono,
  path: string,
  { cacheControl, missing, ...from }: Files,
): void {
  server.use(path, async (c, next) => {
    if (c.req.method !== "GET" && c.req.method !== "HEAD") return refuseMethod("GET, HEAD");
    await next();
    if (c.res.ok) c.res.headers.set("Cache-Control", cacheControl);
    withUsualHeaders(c.res);
  });
  server.use(path, serveStatic(from));
  server.all(path, (c) => c.text(missing, 404));
}
