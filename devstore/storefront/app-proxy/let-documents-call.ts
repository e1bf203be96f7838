import type { Context, Hono } from "hono";
import type { Devstore } from "../../devstore.ts";
import { appUrlOf, findShop } from "../../find-shop.ts";

const proxyPath = /^(\/[a-z]{2})?\/(a|apps|community|tools)(\/|$)/;

/**
 * Lets the documents of a store's own app, which have another port, call the store's app proxy with the session of
 * whoever is signed in to the store: *Try it* shows the answer in its place. The platform's stores have no such thing.
 */
export function letDocumentsCall(app: Hono, devstore: Devstore): void {
  app.use("*", async (c, next) => {
    if (!proxyPath.test(c.req.path) || !isFromDocuments(c, devstore)) return next();
    if (c.req.method === "OPTIONS") c.res = new Response(null, { status: 204 });
    else await next();
    c.header("access-control-allow-origin", c.req.header("origin"));
    c.header("access-control-allow-credentials", "true");
    c.header("access-control-allow-headers", "content-type");
    c.header("vary", "origin", { append: true });
  });
}

function isFromDocuments(c: Context, devstore: Devstore): boolean {
  const origin = c.req.header("origin");
  const shop = findShop(devstore, c.req.raw);
  const appUrl = shop && appUrlOf(devstore, shop);
  return origin !== undefined && appUrl != null && origin === new URL(appUrl).origin;
}
