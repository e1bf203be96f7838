import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { readEnvironment } from "#app/lib/env.ts";
import { flushApiKeyTouches } from "./domain/api-keys/touch-api-key.ts";
import { createAppContext } from "./server/create-app-context.ts";
import { createServerParts } from "./server/create-server-parts.ts";
import { createWebServer } from "./server/create-web-server.ts";
import { drainConnections } from "./server/drain-connections.ts";
import { endWithSupervisor } from "./server/end-with-supervisor.ts";
import { releaseMemory } from "./server/release-memory.ts";
import { serveHttp } from "./server/serve-http.ts";

// The web process: pages, APIs, webhooks. Started by scripts/start.ts and scripts/serve.ts.

const buildDirectory = new URL("../build", import.meta.url).pathname;
const environment = readEnvironment(process.env);
const app = createAppContext(environment, "web");
const [build, parts] = await Promise.all([
  import(pathToFileURL(`${buildDirectory}/server/index.js`).href) as Promise<ServerBuild>,
  createServerParts(environment, app),
  warmUp(),
]);
const server = await serveHttp(createWebServer(build, parts, buildDirectory), {
  port: environment.PORT,
  hostname: environment.HOST,
});
releaseMemory(server);
const { port } = server.address() as AddressInfo;
app.log.info({ port }, "web server is ready");
process.send?.({ ready: true, port });

const end = endWithSupervisor(async () => {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 5_000).unref())]);
  await flushApiKeyTouches(app.db.pool);
  await parts.close();
  await app.close();
});

process.on("message", (message) => {
  const isAsked = typeof message === "object" && message !== null && "drain" in message;
  if (isAsked) void drainConnections(server).then(end);
});

/** The first query loads the client's compiler, which holds the event loop: better before anybody waits. */
async function warmUp(): Promise<void> {
  // A database that is away is for the health check to tell.
  await app.db.prisma.shop.findFirst({ select: { id: true } }).catch(() => null);
}
