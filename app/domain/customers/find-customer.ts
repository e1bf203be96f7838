import type { Pool } from "pg";
import { Coalescer } from "#app/lib/coalescer.ts";
import type { ShopContext } from "../context.ts";
import { ensureCustomer } from "./store-customer.ts";

/** Who a customer is, as the interfaces that name one need it. */
export interface KnownCustomer {
  /** Internal id. */
  id: bigint;
  platformCustomerId: number;
  email: string | null;
  /** Since when our rows know them. */
  knownSince: Date;
}

/**
 * A customer by the platform's number; one that our rows do not know yet is looked up on the platform, which
 * is where customers come from. Null when there is none, or none any more: one who was merged is the one that stays. Calls the network: not for use in
 * a transaction.
 */
export async function findCustomer(
  context: ShopContext,
  platformCustomerId: number,
): Promise<KnownCustomer | null> {
  const wanted = { shopId: context.shop.id, platformCustomerId };
  const known = await lookUpsOf(context.db.pool).call(wanted);
  if (known) return known.isGone ? null : known;
  const found = await ensureCustomer(context, platformCustomerId);
  return found && !found.redactedAt
    ? { id: found.id, platformCustomerId, email: found.email, knownSince: found.createdAt }
    : null;
}

/** The same, if the e-mail address is the customer's too. Case does not matter. */
export async function findCustomerWithEmail(
  context: ShopContext,
  platformCustomerId: number,
  email: string,
): Promise<KnownCustomer | null> {
  const customer = await findCustomer(context, platformCustomerId);
  return customer?.email?.toLowerCase() === email.toLowerCase() ? customer : null;
}

interface Wanted {
  shopId: bigint;
  platformCustomerId: number;
}

interface Found extends KnownCustomer {
  /** Erased, or merged into another one. */
  isGone: boolean;
}

const LOOK_UP = `
  SELECT w.place, c.id, c.email, c.created_at,
    c.redacted_at IS NOT NULL OR c.merged_into_id IS NOT NULL AS is_gone
  FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS w (shop_id, customer_id, place)
  JOIN customers c ON c.shop_id = w.shop_id AND c.platform_customer_id = w.customer_id`;

const lookUps = new WeakMap<Pool, Coalescer<Wanted, Found | null>>();

/** Look-ups that arrive together share a query. */
function lookUpsOf(pool: Pool): Coalescer<Wanted, Found | null> {
  const known = lookUps.get(pool);
  if (known) return known;
  const made = new Coalescer((wanted: Wanted[]) => lookUp(pool, wanted));
  lookUps.set(pool, made);
  return made;
}

async function lookUp(pool: Pool, wanted: Wanted[]): Promise<(Found | null)[]> {
  const { rows } = await pool.query<FoundRow>({
    name: "find-customers",
    text: LOOK_UP,
    values: [
      wanted.map(({ shopId }) => String(shopId)),
      wanted.map(({ platformCustomerId }) => platformCustomerId),
    ],
  });
  const found: (Found | null)[] = wanted.map(() => null);
  for (const { place, id, email, created_at: knownSince, is_gone: isGone } of rows) {
    const at = Number(place) - 1;
    const platformCustomerId = wanted[at]?.platformCustomerId ?? 0;
    found[at] = { id: BigInt(id), platformCustomerId, email, knownSince, isGone };
  }
  return found;
}

interface FoundRow {
  place: string;
  id: string;
  email: string | null;
  created_at: Date;
  is_gone: boolean;
}
