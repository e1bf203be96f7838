import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { PlatformProduct } from "#app/platform/platform-plan-group.ts";
import type { ShopContext } from "../context.ts";

/** A product that plans can be offered with. */
export type PlanProduct = PlatformProduct;

/**
 * The first products that match the words; none while the platform does not answer. Leaves out gift cards: they are
 * money, so nobody subscribes to one, no reward gives one away, and no rule counts one. Calls the network.
 */
export async function searchProducts(
  { platform, log }: Pick<ShopContext, "platform" | "log">,
  words: string,
): Promise<PlanProduct[]> {
  try {
    const { items } = await platform.searchProducts(words, null);
    return items.filter(({ isGiftCard }) => !isGiftCard);
  } catch (error) {
    if (!isPlatformFailure(error)) throw error;
    log.warn({ err: error }, "products could not be searched");
    return [];
  }
}
