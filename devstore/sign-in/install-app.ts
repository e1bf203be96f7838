import type { Devstore } from "../devstore.ts";
import type { DevShop } from "../state/shop.ts";

/**
 * Managed installation: the shop grants what shopify.app.toml asks for. When the app is installed
 * already and asks for other scopes than before, the grant follows and app/scopes_update tells.
 */
export function installApp(devstore: Devstore, shop: DevShop): DevShop {
  const { state, webhooks } = devstore;
  const { installation } = shop;
  const scopes = grantedScopes(devstore, shop);
  if (installation === null) {
    return state.putShop({
      ...shop,
      uninstalledAt: null,
      installation: {
        id: state.nextId(shop.domain, "installation"),
        installedAt: new Date().toISOString(),
        scopes,
      },
    });
  }
  const previous = installation.scopes;
  if (previous.join() === scopes.join()) return shop;
  webhooks.enqueue(shop.domain, "app/scopes_update", {
    id: installation.id,
    previous,
    current: scopes,
    updated_at: new Date().toISOString(),
  });
  return state.putShop({
    ...shop,
    installation: { ...installation, scopes },
  });
}

/** What shopify.app.toml asks for, without what the shop withholds, and what the controls add. */
export function grantedScopes(
  { appConfig }: Pick<Devstore, "appConfig">,
  { withheldScopes = [], addedScopes = [] }: DevShop,
): string[] {
  const asked = appConfig.scopes.filter((scope) => !withheldScopes.includes(scope));
  return [...new Set([...asked, ...addedScopes])];
}
