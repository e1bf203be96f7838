import type { ShopContext } from "#app/domain/context.ts";

/** One part of a page that cannot be read leaves the others standing, and the page says so in its place: null. */
export async function orNull<T>(
  { log }: Pick<ShopContext, "log">,
  page: string,
  work: Promise<T>,
): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    log.error({ err: error }, `a part of the ${page} page could not be read`);
    return null;
  }
}
