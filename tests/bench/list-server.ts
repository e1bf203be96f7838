import { createServer } from "node:http";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createApiKey } from "#app/domain/api-keys/create-api-key.ts";
import { systemActor } from "#app/domain/context.ts";
import { membersSql } from "#app/domain/members/list-members.ts";
import { openShop } from "#app/domain/shops/open-shop.ts";
import { toShop } from "#app/domain/shops/shop.ts";
import { subscriptionsSql } from "#app/domain/subscriptions/lists/list-subscriptions.ts";
import { createAuthenticator } from "#app/http/authenticator.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { readEnvironment } from "#app/lib/env.ts";
import { loader as members } from "#app/routes/rest/members/members.ts";
import { loader as subscriptions } from "#app/routes/rest/subscriptions/subscriptions.ts";
import { createAppContext } from "#app/server/create-app-context.ts";
import { fill } from "./fill.ts";
import { fillMembers } from "./fill-members.ts";

// The two lists as the product serves them, with keys and limits out of reach; and on a port of their own the same
// statements by a bare handler, which writes the rows as they come.

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
const { pool } = app.db;
await fill(environment.DATABASE_URL, (client) =>
  fillMembers(client, row.id, Number(process.env.BENCH_MEMBERS)),
);
const { rows: plans } = await pool.query<{ id: string }>("SELECT min(id) AS id FROM plans");
const planId = plans[0]?.id ?? "";

const outOfReach = { perMinute: 1e9, perDay: 1e9 };
const limits = { starter: outOfReach, growth: outOfReach, enterprise: outOfReach };
const options = { pool, databaseUrl: environment.DATABASE_URL };
const authenticator = createAuthenticator({ ...options, limits });
const loadContext = { app, environment, authenticator } as unknown as LoadContext;
const ours = new Hono();
for (const [path, route] of [
  ["/members", members],
  ["/subscriptions", subscriptions],
] as const) {
  ours.get(path, (c) => route({ request: c.req.raw, params: {}, context: loadContext }));
}

const shopId = String(row.id);
const BARE = {
  "/members": {
    name: "bare-members",
    text: membersSql(["status", "planId"]),
    values: () => [shopId, 50, 0, new Date(), "active", planId],
  },
  "/subscriptions": {
    name: "bare-subscriptions",
    text: subscriptionsSql(["status", "planId"]),
    values: () => [shopId, 50, 0, "active", planId],
  },
};
const bare = createServer((request, response) => {
  const { name, text, values } = BARE[request.url as keyof typeof BARE];
  pool.query({ name, text, values: values() }).then(
    ({ rows }) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data: rows }));
    },
    () => response.writeHead(500).end(),
  );
});

serve({ fetch: ours.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
  bare.listen(0, "127.0.0.1", () => {
    const address = bare.address();
    const barePort = typeof address === "object" ? address?.port : 0;
    process.send?.({ port, barePort, secret, planId });
  });
});
process.on("disconnect", () => process.exit(0));
