import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { PlatformCollection } from "#app/platform/platform-plan-group.ts";
import type { ShopContext } from "../../context.ts";

/** The first collections that match the words; none while the platform does not answer. Calls the network. */
export async function searchCollections(
  { platform, log }: Pick<ShopContext, "platform" | "log">,
  words: string,
): Promise<readonly PlatformCollection[]> {
  try {
    return await platform.searchCollections(words);
  } catch (error) {
    if (!isPlatformFailure(error)) throw error;
    log.warn({ err: error }, "collections could not be searched");
    return [];
  }
}
