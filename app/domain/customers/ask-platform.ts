import type { Pool } from "pg";
import { AppError } from "#app/lib/app-error.ts";
import { KeyedSemaphore } from "#app/lib/keyed-semaphore.ts";
import type { PlatformCustomer } from "#app/platform/platform.ts";
import type { Actor, ShopContext } from "../context.ts";

/** A customer created in the meantime arrives by webhook, and is then found in our rows. */
const REMEMBERED_MS = 10_000;
const MOST_REMEMBERED = 10_000;
/** What the platform lets an app ask is counted per store, and needed for more than this. */
const MOST_QUESTIONS = 2;
/** Customers that do not exist and may be asked for in a minute: far more than a mistake, few beside what the store may ask. */
const MOST_UNKNOWN = 60;
const MINUTE_MS = 60_000;
/** Who names customers that may not exist. Jobs follow what the platform has named. */
const COUNTED: ReadonlySet<Actor["kind"]> = new Set(["api", "customer"]);

interface Asking {
  /** Customers that the platform did not know, by store and number, and until when that counts. */
  unknown: Map<string, number>;
  /** By store. */
  turns: KeyedSemaphore<bigint>;
  /** How many unknown customers were asked for in a minute, by store and kind of caller, in the order of the minutes' ends. */
  misses: Map<string, { count: number; endsAt: number }>;
}

const askings = new WeakMap<Pool, Asking>();

/**
 * Asks the platform for a customer that our rows do not have. A store asks for two at a time, and for the same
 * unknown customer at most once in ten seconds. API callers may name sixty unknown customers a minute, and
 * shoppers another sixty: otherwise callers who send customer ids could use up the store's rate limit on the
 * platform.
 *
 * @throws AppError rate_limited beyond that.
 */
export async function askPlatformForCustomer(
  context: Pick<ShopContext, "db" | "shop" | "platform" | "actor">,
  platformCustomerId: number,
): Promise<PlatformCustomer | null> {
  const { shop, actor } = context;
  const asking = askingOf(context.db.processPool);
  const { unknown } = asking;
  const name = `${shop.id}/${platformCustomerId}`;
  if ((unknown.get(name) ?? 0) > Date.now()) return null;
  return asking.turns.run(shop.id, async () => {
    // A caller before us in the line may have asked for the same.
    if ((unknown.get(name) ?? 0) > Date.now()) return null;
    const asker = COUNTED.has(actor.kind) ? `${shop.id}/${actor.kind}` : null;
    if (asker && countMisses(asking, asker) >= MOST_UNKNOWN) {
      const message = `More than ${MOST_UNKNOWN} customers in a minute that the store does not have.`;
      throw new AppError("rate_limited", message);
    }
    const customer = await context.platform.getCustomer(platformCustomerId);
    if (customer) return customer;
    if (asker) addMiss(asking, asker);
    unknown.delete(name);
    unknown.set(name, Date.now() + REMEMBERED_MS);
    const [oldest] = unknown.keys();
    if (unknown.size > MOST_REMEMBERED && oldest) unknown.delete(oldest);
    return null;
  });
}

function askingOf(pool: Pool): Asking {
  const known = askings.get(pool);
  if (known) return known;
  const made = {
    unknown: new Map(),
    turns: new KeyedSemaphore<bigint>(MOST_QUESTIONS),
    misses: new Map(),
  };
  askings.set(pool, made);
  return made;
}

function countMisses({ misses }: Asking, asker: string): number {
  const known = misses.get(asker);
  return known && known.endsAt > Date.now() ? known.count : 0;
}

function addMiss(asking: Asking, asker: string): void {
  const { misses } = asking;
  const now = Date.now();
  for (const [name, { endsAt }] of misses) {
    if (endsAt > now) break;
    misses.delete(name);
  }
  const known = misses.get(asker);
  if (known) known.count += 1;
  else misses.set(asker, { count: 1, endsAt: now + MINUTE_MS });
}
