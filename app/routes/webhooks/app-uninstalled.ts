import { uninstallShop } from "#app/domain/shops/uninstall-shop.ts";
import { declareWebhook } from "#app/http/declare-webhook.ts";

export const action = declareWebhook({
  topic: "app/uninstalled",
  handle: (tx, { shop, triggeredAt }) => uninstallShop(tx, shop.id, triggeredAt),
});
