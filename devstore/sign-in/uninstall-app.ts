import type { Devstore } from "../devstore.ts";
import type { DevShop } from "../state/shop.ts";
import { shopPayload } from "../webhooks/shop-payload.ts";

/**
 * Takes the app off a shop: its tokens stop working, its own metafields and the webhooks it made go,
 * and app/uninstalled is the last thing it hears. shop/redact follows only when the controls ask.
 */
export function uninstallApp(devstore: Devstore, shop: DevShop): void {
  const { state, webhooks } = devstore;
  webhooks.enqueue(shop.domain, "app/uninstalled", shopPayload(shop));
  for (const token of state.list(shop.domain, "accessToken")) {
    state.remove(shop.domain, "accessToken", token.id);
  }
  for (const metafield of state.list(shop.domain, "metafield")) {
    const owned = metafield.ownerType === "AppInstallation";
    if (owned || metafield.namespace.startsWith("app--")) {
      state.remove(shop.domain, "metafield", metafield.id);
    }
  }
  for (const subscription of state.list(shop.domain, "webhookSubscription")) {
    state.remove(shop.domain, "webhookSubscription", subscription.id);
  }
  state.putShop({ ...shop, installation: null, uninstalledAt: new Date().toISOString() });
}
