import type { PlatformVariant } from "../../platform-plan-group.ts";
import type { AdminClient } from "../admin-client.ts";
import { ReadVariantsDocument } from "../admin-operations.generated.ts";
import { fromGid, toGid } from "../gid.ts";

const AT_ONCE = 100;

export async function listVariants(
  client: AdminClient,
  shopDomain: string,
  variantIds: readonly number[],
): Promise<Map<number, PlatformVariant>> {
  const found = new Map<number, PlatformVariant>();
  for (let at = 0; at < variantIds.length; at += AT_ONCE) {
    const ids = variantIds.slice(at, at + AT_ONCE).map((id) => toGid("ProductVariant", id));
    const { nodes } = await client.run(shopDomain, ReadVariantsDocument, { ids });
    for (const node of nodes) {
      if (!node || !("inventoryItem" in node)) continue;
      const variantId = fromGid("ProductVariant", node.id);
      found.set(variantId, {
        variantId,
        productId: fromGid("Product", node.product.id),
        title: node.product.title,
        requiresShipping: node.inventoryItem.requiresShipping,
      });
    }
  }
  return found;
}
