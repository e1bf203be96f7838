import { AppError } from "#app/lib/app-error.ts";
import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../context.ts";
import { notifyAccessChange } from "./access-change.ts";
import { publishStorefrontJob } from "./shop-jobs.ts";

/** The prefixes that the platform offers, and a subpath of letters, digits, hyphens and underscores. */
const PROXY_PATH = /^\/(?:a|apps|community|tools)\/[A-Za-z0-9_-]{1,30}$/;

/**
 * Sets where on the store the platform's app proxy serves the app, and tells the theme's blocks. The merchant may
 * change it in the platform's admin, which tells nobody.
 *
 * @param text the path, with or without the store's address before it and slashes at its end.
 * @returns the path.
 * @throws AppError invalid_input.
 */
export async function changeProxyPath(
  context: Pick<ShopContext, "db" | "shop">,
  text: string,
): Promise<string> {
  const path = text
    .trim()
    .replace(/^https?:\/\/[^/]*/, "")
    .replace(/\/{1,9}$/, "");
  if (!PROXY_PATH.test(path)) {
    throw new AppError("invalid_input", "The proxy's address is not one that the platform gives.", {
      proxyPath: ["Copy the path from the platform's admin, for example /apps/service-api."],
    });
  }
  await saveProxyPath(context, path);
  return path;
}

/**
 * Follows a change of the proxy's address as soon as a signed request comes in by the new one.
 *
 * @param pathPrefix as the platform has signed it.
 */
export async function learnProxyPath(
  context: Pick<ShopContext, "db" | "shop">,
  pathPrefix: string | null,
): Promise<void> {
  if (pathPrefix === null || pathPrefix === context.shop.proxyPath) return;
  if (PROXY_PATH.test(pathPrefix)) await saveProxyPath(context, pathPrefix);
}

async function saveProxyPath(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  proxyPath: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { count } = await tx.shop.updateMany({
      where: { id: shop.id, proxyPath: { not: proxyPath } },
      data: { proxyPath },
    });
    if (count === 0) return;
    await notifyAccessChange(tx, shop.id);
    await addJob(tx, publishStorefrontJob, { shopId: shop.id });
  });
}
