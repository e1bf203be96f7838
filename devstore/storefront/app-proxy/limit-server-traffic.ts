import type { Context, Hono } from "hono";
import type { Devstore } from "../../devstore.ts";
import { findShop } from "../../find-shop.ts";
import { readControls } from "../../state/shop-controls.ts";

const minuteMs = 60_000;

/** What only a browser sends by itself, on each request to a secure or local address. */
const fromBrowser = "sec-fetch-site";

const proxyPath = /^(\/[a-z]{2})?\/(a|apps|community|tools)(\/|$)/;
/** The development store's own, the admin and its APIs: no part of a storefront. */
const otherPath = /^\/(__dev|admin|cdn)(\/|$)/;

/**
 * Answers 429 with `Retry-After` to servers that ask a store's storefront for more than the control allows, as the
 * platform has done since May 2026 for traffic that is not signed. The platform does not say whether the app
 * proxy's addresses count: the control does.
 */
export function limitServerTraffic(app: Hono, devstore: Devstore): void {
  /** One window a shop, which a later request replaces. */
  const windows = new Map<string, { endsAt: number; count: number }>();
  app.use("*", async (c, next) => {
    const { path } = c.req;
    const shop = otherPath.test(path) ? undefined : findShop(devstore, c.req.raw);
    const limit = shop && readControls(devstore.state, shop.domain).serverTraffic;
    if (!shop || !limit || c.req.header(fromBrowser) !== undefined) return next();
    if (proxyPath.test(path) && !limit.countsProxy) return next();
    const now = Date.now();
    const known = windows.get(shop.domain);
    const window = known && known.endsAt > now ? known : { endsAt: now + minuteMs, count: 0 };
    windows.set(shop.domain, window);
    window.count += 1;
    if (window.count <= limit.requestsPerMinute) return next();
    return tooMany(c, Math.ceil((window.endsAt - now) / 1000));
  });
}

function tooMany(c: Context, seconds: number): Response {
  return c.text("Too Many Requests\n", 429, {
    "retry-after": String(Math.max(1, seconds)),
    "cache-control": "no-store",
  });
}
