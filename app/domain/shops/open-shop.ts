import { clockWithOffset } from "#app/core/clock.ts";
import type { Actor, AppContext, ShopContext } from "../context.ts";
import { type Shop, toShop } from "./shop.ts";

/** Finds a store by its platform domain; null when it was never installed. */
export async function findShopByDomain(app: AppContext, domain: string): Promise<Shop | null> {
  const row = await app.db.prisma.shop.findUnique({ where: { domain } });
  return row ? toShop(row) : null;
}

/** Finds a store by its internal id. */
export async function findShopById(app: AppContext, id: bigint): Promise<Shop | null> {
  const row = await app.db.prisma.shop.findUnique({ where: { id } });
  return row ? toShop(row) : null;
}

/** The context in which `actor` acts on `shop`, with the shop's own clock and platform. */
export function openShop(app: AppContext, shop: Shop, actor: Actor): ShopContext {
  return {
    db: app.db,
    platform: app.connectPlatform(shop.domain),
    clock: clockWithOffset(shop.clockOffsetMs),
    shop,
    actor,
    log: app.log.child({ shop: shop.domain }),
  };
}
