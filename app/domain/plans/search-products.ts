import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { PlatformProduct } from "#app/platform/platform-plan-group.ts";
import type { ShopContext } from "../context.ts";

/** A product that plans can be offered with. */
export type PlanProduct = PlatformProduct;

/** The first products that match the words; none while the platform does not answer. Calls the network. */
export async function searchProducts(
  { platform, log }: Pick<ShopContext, "platform" | "log">,
  words: string,
): Promise<PlanProduct[]> {
  try {
    return (await platform.searchProducts(words, null)).items;
  } catch (error) {
    if (!isPlatformFailure(error)) throw error;
    log.warn({ err: error }, "products could not be searched");
    return [];
  }
}
