import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import type { Hono } from "hono";
import { discardBodies } from "./discard-bodies.ts";

/**
 * How long a client may take. Node's own limits let a connection that sends a byte now and then stay for a
 * minute and a half, and looks for such connections every half minute only.
 */
const CONNECTION_LIMITS = {
  /** For the headers of a request. */
  headersTimeout: 10_000,
  /** For headers and body together: the largest body is 2 MB. */
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};

export type ConnectionLimits = typeof CONNECTION_LIMITS;

/**
 * Serves over HTTP.
 *
 * @param port 0 for any that is free.
 * @param limits where they are not those of production.
 * @returns the server once it listens.
 */
export function serveHttp(
  { fetch }: Pick<Hono, "fetch">,
  { port, hostname }: { port: number; hostname: string },
  limits?: Partial<ConnectionLimits>,
): Promise<Server> {
  const serverOptions = { ...CONNECTION_LIMITS, ...limits };
  return new Promise((resolve) => {
    const server = serve({ fetch, port, hostname, serverOptions }, () => resolve(server)) as Server;
    discardBodies(server);
  });
}
