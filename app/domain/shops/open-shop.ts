import { clockWithOffset } from "#app/lib/clock.ts";
import type { Logger } from "#app/lib/log.ts";
import type { Platform } from "#app/platform/platform.ts";
import type { Actor, AppContext, ShopContext } from "../context.ts";
import { type Shop, toShop } from "./shop.ts";

/** Finds a store by its platform domain; null when it was never installed. */
export async function findShopByDomain(app: AppContext, domain: string): Promise<Shop | null> {
  const row = await app.db.prisma.shop.findUnique({ where: { domain } });
  return row ? toShop(row) : null;
}

/** Of so many stores a process remembers the ids. */
const MOST_IDS = 10_000;

const idsByPool = new WeakMap<object, Map<string, bigint>>();

/** The internal id of a store; null when it was never installed. A domain keeps its id for ever, so it is remembered. */
export async function findShopId(app: AppContext, domain: string): Promise<bigint | null> {
  const known = idsByPool.get(app.db.processPool) ?? new Map<string, bigint>();
  idsByPool.set(app.db.processPool, known);
  const remembered = known.get(domain);
  if (remembered !== undefined) return remembered;
  const shop = await findShopByDomain(app, domain);
  if (!shop) return null;
  if (known.size >= MOST_IDS) known.clear();
  known.set(domain, shop.id);
  return shop.id;
}

/** Finds a store by its internal id. */
export async function findShopById(app: AppContext, id: bigint): Promise<Shop | null> {
  const row = await app.db.prisma.shop.findUnique({ where: { id } });
  return row ? toShop(row) : null;
}

/** The context in which `actor` acts on `shop`, with the shop's own clock and platform. */
export function openShop(app: AppContext, shop: Shop, actor: Actor): ShopContext {
  let platform: Platform | null = null;
  let log: Logger | null = null;
  return {
    db: app.db.ofStore(shop.id),
    clock: clockWithOffset(shop.clockOffsetMs),
    shop,
    actor,
    mail: app.mail,
    subscriptionFollowers: app.subscriptionFollowers,
    // Most requests need neither, and making them would cost more than admitting the request.
    get platform() {
      platform ??= app.connectPlatform(shop.domain);
      return platform;
    },
    get log() {
      log ??= app.log.child({ shop: shop.domain });
      return log;
    },
  };
}
