import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";

/**
 * Takes no new connection, and answers what comes on those that are open until their clients have let go of
 * them. The server's own `close` would end the quiet ones at once, and a request that is on its way over one
 * of them would be lost.
 */
export function drainConnections(server: Server): Promise<void> {
  server.prependListener("request", (_request: IncomingMessage, response: ServerResponse) => {
    // The client opens its next connection to another process.
    response.shouldKeepAlive = false;
  });
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
}
