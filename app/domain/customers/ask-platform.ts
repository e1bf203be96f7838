import type { Pool } from "pg";
import type { PlatformCustomer } from "#app/platform/platform.ts";
import type { ShopContext } from "../context.ts";

/** A customer created in the meantime arrives by webhook, and is then found in our rows. */
const REMEMBERED_MS = 10_000;
const MOST_REMEMBERED = 10_000;
/** What the platform lets an app ask is counted per store, and needed for more than this. */
const MOST_QUESTIONS = 2;

interface Asking {
  /** Customers that the platform did not know, by store and number, and until when that counts. */
  unknown: Map<string, number>;
  /** Per store: how many questions are under way, and who waits to ask. */
  turns: Map<bigint, { taken: number; waiting: (() => void)[] }>;
}

const askings = new WeakMap<Pool, Asking>();

/**
 * Asks the platform for a customer that our rows do not have. A store asks for two at a time,
 * and for an unknown customer at most once in ten seconds: otherwise callers who send customer ids could use
 * up the store's rate limit on the platform.
 */
export async function askPlatformForCustomer(
  context: Pick<ShopContext, "db" | "shop" | "platform">,
  platformCustomerId: number,
): Promise<PlatformCustomer | null> {
  const asking = askings.get(context.db.pool) ?? { unknown: new Map(), turns: new Map() };
  askings.set(context.db.pool, asking);
  const { unknown } = asking;
  const name = `${context.shop.id}/${platformCustomerId}`;
  if ((unknown.get(name) ?? 0) > Date.now()) return null;
  const leave = await takeTurn(asking.turns, context.shop.id);
  try {
    // Somebody before us in the line may have asked for the same.
    if ((unknown.get(name) ?? 0) > Date.now()) return null;
    const customer = await context.platform.getCustomer(platformCustomerId);
    if (customer) return customer;
    unknown.delete(name);
    unknown.set(name, Date.now() + REMEMBERED_MS);
    const [oldest] = unknown.keys();
    if (unknown.size > MOST_REMEMBERED && oldest) unknown.delete(oldest);
    return null;
  } finally {
    leave();
  }
}

async function takeTurn(turns: Asking["turns"], shopId: bigint): Promise<() => void> {
  const turn = turns.get(shopId) ?? { taken: 0, waiting: [] };
  turns.set(shopId, turn);
  if (turn.taken < MOST_QUESTIONS) turn.taken += 1;
  else await new Promise<void>((resolve) => turn.waiting.push(resolve));
  return () => {
    const next = turn.waiting.shift();
    if (next) return next();
    turn.taken -= 1;
    if (turn.taken === 0) turns.delete(shopId);
  };
}
