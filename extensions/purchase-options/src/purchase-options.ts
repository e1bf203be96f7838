import type { ExtensionApi } from "./extension-api.ts";
import { PurchaseOptionsPanel } from "./purchase-options-panel.ts";

/** Both targets: the platform says by `shopify.data` which product or variant it is about. */
export default async function purchaseOptions(): Promise<void> {
  const { shopify } = globalThis as unknown as { shopify: ExtensionApi };
  const panel = new PurchaseOptionsPanel(shopify);
  document.body.appendChild(panel.element);
  await panel.load();
}
