import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import type { LoadContext } from "#app/http/load-context.ts";
import { readEnvironment } from "#app/lib/env.ts";
import { action } from "#app/routes/webhooks/receive.ts";
import { createAppContext } from "#app/server/create-app-context.ts";

// The product's webhook route, and on another port a bare handler that checks the signature and inserts the body.

const environment = readEnvironment(process.env);
const app = createAppContext(environment, "bench");
await app.db.prisma.shop.create({
  data: {
    domain: "bench.myshopify.com",
    name: "Bench",
    contactEmail: "bench@example.com",
    ianaTimezone: "Europe/Berlin",
    currency: "EUR",
    installedAt: new Date(),
  },
});
const { pool } = app.db;
await pool.query("CREATE TABLE bare_webhooks (id text PRIMARY KEY, body text NOT NULL)");

const loadContext = { app, environment } as unknown as LoadContext;
const ours = new Hono();
ours.post("/webhooks/:topic", (c) =>
  action({
    request: c.req.raw,
    params: { topic: c.req.param("topic") },
    context: loadContext,
  }),
);

const bare = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    const body = Buffer.concat(pieces);
    const wanted = createHmac("sha256", environment.SHOPIFY_API_SECRET).update(body).digest();
    const given = Buffer.from(String(request.headers["x-shopify-hmac-sha256"]), "base64");
    if (!timingSafeEqual(wanted, given)) return response.writeHead(401).end();
    const id = request.headers["x-shopify-webhook-id"];
    pool
      .query({
        name: "bare-webhook",
        text: "INSERT INTO bare_webhooks (id, body) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        values: [id, body.toString()],
      })
      .then(
        () => response.end("{}"),
        () => response.writeHead(500).end(),
      );
  });
});

serve({ fetch: ours.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
  bare.listen(0, "127.0.0.1", () => {
    const address = bare.address();
    const barePort = typeof address === "object" ? address?.port : 0;
    process.send?.({ port, barePort });
  });
});
process.on("disconnect", () => process.exit(0));
