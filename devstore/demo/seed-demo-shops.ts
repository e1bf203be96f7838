import type { Devstore } from "../devstore.ts";
import { demoShopDomain } from "../find-shop.ts";
import { readLook, saveTheme } from "../storefront/theme.ts";
import { createShop, type NewShop } from "./create-shop.ts";
import { type SeedName, seedShop } from "./seed-shop.ts";

const shops: { shop: NewShop; seed: SeedName }[] = [
  {
    shop: {
      domain: demoShopDomain,
      name: "Perennial Demo",
      timezone: "Europe/Berlin",
      currency: "EUR",
      plan: "plus",
    },
    seed: "demo",
  },
  {
    shop: {
      domain: "second-store.myshopify.com",
      timezone: "America/New_York",
      currency: "USD",
      plan: "basic",
    },
    seed: "small",
  },
  {
    shop: {
      domain: "closed-store.myshopify.com",
      timezone: "Europe/Paris",
      currency: "EUR",
      plan: "basic",
    },
    seed: "small",
  },
];

/** Makes those of the demo's shops that are missing; an existing one is left as it is. */
export function seedDemoShops(devstore: Devstore): void {
  for (const { shop, seed } of shops) {
    if (devstore.state.shop(shop.domain) !== undefined) continue;
    devstore.state.transaction(() => {
      const created = createShop(devstore, shop);
      seedShop(devstore, created, seed);
      // Its merchant has switched on what brings the credit into the theme's cart drawer.
      const embeds = [{ handle: "cart-credit", enabled: true, settings: {} }];
      const look = readLook(devstore.state, created);
      saveTheme(devstore.state, created, { id: "theme", blocks: [], embeds, look });
    });
  }
}
