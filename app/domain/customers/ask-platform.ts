import type { Pool } from "pg";
import { AppError } from "#app/lib/app-error.ts";
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
  /** Per store: how many questions are under way, and who waits to ask. */
  turns: Map<bigint, { taken: number; waiting: (() => void)[] }>;
  /** How many questions of a minute found nobody, by store and kind of who asked; the minute that ends first is the first. */
  inVain: Map<string, { count: number; endsAt: number }>;
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
  const leave = await takeTurn(asking.turns, shop.id);
  try {
    // Somebody before us in the line may have asked for the same.
    if ((unknown.get(name) ?? 0) > Date.now()) return null;
    const asker = COUNTED.has(actor.kind) ? `${shop.id}/${actor.kind}` : null;
    if (asker && countInVain(asking, asker) >= MOST_UNKNOWN) {
      const message = `More than ${MOST_UNKNOWN} customers in a minute that the store does not have.`;
      throw new AppError("rate_limited", message);
    }
    const customer = await context.platform.getCustomer(platformCustomerId);
    if (customer) return customer;
    if (asker) addInVain(asking, asker);
    unknown.delete(name);
    unknown.set(name, Date.now() + REMEMBERED_MS);
    const [oldest] = unknown.keys();
    if (unknown.size > MOST_REMEMBERED && oldest) unknown.delete(oldest);
    return null;
  } finally {
    leave();
  }
}

function askingOf(pool: Pool): Asking {
  const known = askings.get(pool);
  if (known) return known;
  const made = { unknown: new Map(), turns: new Map(), inVain: new Map() };
  askings.set(pool, made);
  return made;
}

function countInVain({ inVain }: Asking, asker: string): number {
  const known = inVain.get(asker);
  return known && known.endsAt > Date.now() ? known.count : 0;
}

function addInVain(asking: Asking, asker: string): void {
  const { inVain } = asking;
  const now = Date.now();
  for (const [name, { endsAt }] of inVain) {
    if (endsAt > now) break;
    inVain.delete(name);
  }
  const known = inVain.get(asker);
  if (known) known.count += 1;
  else inVain.set(asker, { count: 1, endsAt: now + MINUTE_MS });
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
