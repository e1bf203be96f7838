import type { CancelFlow } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../context.ts";

/**
 * The flow that a browser continues, by the id it was given. Null for an id that is not this
 * subscription's: a flow is an aid to the merchant's figures, never a condition for cancelling.
 */
export async function findFlow(
  context: Pick<ShopContext, "db" | "shop">,
  subscriptionId: bigint,
  flowId: string | null,
): Promise<CancelFlow | null> {
  if (!flowId) return null;
  return context.db.prisma.cancelFlow.findFirst({
    where: { shopId: context.shop.id, publicId: flowId, subscriptionId },
  });
}
