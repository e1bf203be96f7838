import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { z } from "zod";
import { createApiKey } from "#app/domain/api-keys/create-api-key.ts";
import { systemActor } from "#app/domain/context.ts";
import { PLAN_LIMITS } from "#app/domain/rate-limits/plan-limits.ts";
import { openShop } from "#app/domain/shops/open-shop.ts";
import { toShop } from "#app/domain/shops/shop.ts";
import type { ApiDefinition } from "#app/http/api.ts";
import { createAuthenticator } from "#app/http/authenticator.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { readEnvironment } from "#app/lib/env.ts";
import { restApi } from "#app/routes/rest/rest-api.ts";
import { createAppContext } from "#app/server/create-app-context.ts";

// The same trivial route three times: without authentication, with it and limits out of reach, and with the limits of
// the enterprise plan. Everything else (server, dispatch, answer) is the same code.

const environment = readEnvironment(process.env);
const app = createAppContext(environment, "bench");
const row = await app.db.prisma.shop.create({
  data: {
    domain: "bench.myshopify.com",
    name: "Bench",
    contactEmail: "bench@example.com",
    ianaTimezone: "Europe/Berlin",
    currency: "EUR",
    installedAt: new Date(),
  },
});
const context = openShop(app, toShop(row), systemActor);
const { secret } = await createApiKey(context, { name: "Bench" });

const outOfReach = { perMinute: 1e9, perDay: 1e9 };
const options = { pool: app.db.pool, databaseUrl: environment.DATABASE_URL };
const unlimited = createAuthenticator({
  ...options,
  limits: { starter: outOfReach, growth: outOfReach, enterprise: outOfReach },
});
const enterprise = createAuthenticator({ ...options, limits: PLAN_LIMITS });

const open: ApiDefinition = {
  ...restApi,
  authenticate: async () => ({ context, loggedInCustomerId: null, keyId: null }),
};
const trivial = (api: ApiDefinition) =>
  declareRoute({
    api,
    method: "GET",
    path: "/trivial",
    scope: "core:read",
    operationId: "trivial",
    summary: "Answers at once",
    answer: z.object({ data: z.object({ ok: z.boolean() }) }),
    handle: async () => ({ data: { ok: true } }),
  });

const server = new Hono();
for (const [path, api, authenticator] of [
  ["/without", open, unlimited],
  ["/with", restApi, unlimited],
  ["/enterprise", restApi, enterprise],
] as const) {
  const route = trivial(api);
  const loadContext = { app, environment, authenticator } as unknown as LoadContext;
  server.get(path, (c) => route({ request: c.req.raw, params: {}, context: loadContext }));
}
serve({ fetch: server.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
  process.send?.({ ready: true, port, secret });
});
process.on("message", () => process.send?.(process.cpuUsage()));
process.on("disconnect", () => process.exit(0));
