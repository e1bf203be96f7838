import type { Clock } from "#app/lib/clock.ts";
import type { Database } from "#app/lib/db.ts";
import type { Logger } from "#app/lib/log.ts";
import type { ConnectPlatform, Platform } from "#app/platform/platform.ts";
import type { Shop } from "./shops/shop.ts";

/** What a process has, whichever store it works for. Made once, by the process's main file. */
export interface AppContext {
  readonly db: Database;
  readonly connectPlatform: ConnectPlatform;
  readonly log: Logger;
}

/** What every action gets: one store, the one who acts, and the only source of business time. */
export interface ShopContext {
  readonly db: Database;
  readonly platform: Platform;
  readonly clock: Clock;
  readonly shop: Shop;
  readonly actor: Actor;
  readonly log: Logger;
}

/** Who acts, as the timeline shows it. */
export interface Actor {
  readonly kind: "customer" | "merchant" | "api" | "system" | "platform";
  /** A name to show: the merchant's, the API key's; null for the store's own customer and for jobs. */
  readonly name: string | null;
}

/** The actor of jobs and of what the product does by itself. */
export const systemActor: Actor = { kind: "system", name: null };
