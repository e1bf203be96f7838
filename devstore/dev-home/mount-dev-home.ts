import type { MountPages } from "../devstore.ts";
import { findShop } from "../find-shop.ts";
import { devHome } from "./dev-home.ts";

/** `/__dev`: what can be tried in the demo store. */
export function devHomes(): MountPages {
  return (app, devstore) => {
    app.get("/__dev", async (c) => {
      const shop = findShop(devstore, c.req.raw);
      if (shop === undefined) return c.notFound();
      return c.html(await devHome(devstore, shop, c.req.raw), 200, {
        "cache-control": "no-store",
        "content-security-policy": "frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
      });
    });
  };
}
