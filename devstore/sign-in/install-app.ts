import type { Devstore } from "../devstore.ts";
import type { DevShop } from "../state/shop.ts";

/**
 * Managed installation: the shop grants what shopify.app.toml asks for. When the app is installed
 * already and asks for other scopes than before, the grant follows and app/scopes_update tells.
 */
export function installApp(devstore: Devstore, shop: DevShop): DevShop {
  const { state, webhooks, appConfig } = devstore;
  const { installation } = shop;
  if (installation === null) {
    return state.putShop({
      ...shop,
      uninstalledAt: null,
      installation: {
        id: state.nextId(shop.domain, "installation"),
        installedAt: new Date().toISOString(),
        scopes: appConfig.scopes,
      },
    });
  }
  const previous = installation.scopes;
  if (previous.join() === appConfig.scopes.join()) return shop;
  webhooks.enqueue(shop.domain, "app/scopes_update", {
    id: installation.id,
    previous,
    current: appConfig.scopes,
    updated_at: new Date().toISOString(),
  });
  return state.putShop({
    ...shop,
    installation: { ...installation, scopes: appConfig.scopes },
  });
}
