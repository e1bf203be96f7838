import type { Pool } from "pg";
import { clockWithOffset } from "#app/lib/clock.ts";
import { coalesceReads } from "#app/lib/coalescer.ts";
import type { Logger } from "#app/lib/log.ts";
import { prepared } from "#app/lib/prepared.ts";
import type { Platform } from "#app/platform/platform.ts";
import type { Actor, AppContext, ShopContext } from "../context.ts";
import { type Shop, type ShopFields, toShop } from "./shop.ts";

/** Finds a store by its platform domain; null when it was never installed. Every call of a storefront begins with it. */
export function findShopByDomain(app: AppContext, domain: string): Promise<Shop | null> {
  return findByDomain(app.db.processPool, null, domain);
}

interface ShopRow extends Omit<ShopFields, "id" | "clockOffsetMs"> {
  id: string;
  clockOffsetMs: string;
}

const FIND_BY_DOMAIN = `
  SELECT id, domain, name, contact_email AS "contactEmail", iana_timezone AS "ianaTimezone", currency,
    taxes_on_top AS "taxesOnTop", plan, status,
    is_development AS "isDevelopment", installed_at AS "installedAt",
    clock_offset_ms AS "clockOffsetMs", proxy_path AS "proxyPath",
    has_set_aside AS "hasSetAside"
  FROM shops WHERE domain = ANY ($1::text[])`;

const findByDomain = coalesceReads(async (pool: Pool, _: bigint | null, domains: string[]) => {
  const values = [[...new Set(domains)]];
  const { rows } = await pool.query<ShopRow>(prepared(FIND_BY_DOMAIN, values));
  const shops = new Map(
    rows.map((row) => [
      row.domain,
      toShop({ ...row, id: BigInt(row.id), clockOffsetMs: BigInt(row.clockOffsetMs) }),
    ]),
  );
  return domains.map((domain) => shops.get(domain) ?? null);
});

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
