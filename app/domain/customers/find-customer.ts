import type { Pool } from "pg";
import { coalesceReads } from "#app/lib/coalescer.ts";
import { isSameAddress } from "#app/lib/email-address.ts";
import { prepared } from "#app/lib/prepared.ts";
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
  const known = await lookUp(context.db.pool, context.shop.id, platformCustomerId);
  if (known) return known.isGone ? null : known;
  const found = await ensureCustomer(context, platformCustomerId);
  return found && !found.redactedAt
    ? { id: found.id, platformCustomerId, email: found.email, knownSince: found.createdAt }
    : null;
}

/** The same, if the e-mail address is the customer's too, in any of its spellings. */
export async function findCustomerWithEmail(
  context: ShopContext,
  platformCustomerId: number,
  email: string,
): Promise<KnownCustomer | null> {
  const customer = await findCustomer(context, platformCustomerId);
  return customer?.email && isSameAddress(customer.email, email) ? customer : null;
}

interface Found extends KnownCustomer {
  /** Erased, or merged into another one. */
  isGone: boolean;
}

const LOOK_UP = `
  SELECT w.place, c.id, c.email, c.created_at,
    c.redacted_at IS NOT NULL OR c.merged_into_id IS NOT NULL AS is_gone
  FROM unnest($2::bigint[]) WITH ORDINALITY AS w (customer_id, place)
  JOIN customers c ON c.shop_id = $1 AND c.platform_customer_id = w.customer_id`;

const lookUp = coalesceReads(readCustomers);

async function readCustomers(
  pool: Pool,
  shopId: bigint | null,
  wanted: number[],
): Promise<(Found | null)[]> {
  const { rows } = await pool.query<FoundRow>(prepared(LOOK_UP, [String(shopId), wanted]));
  const found: (Found | null)[] = wanted.map(() => null);
  for (const { place, id, email, created_at: knownSince, is_gone: isGone } of rows) {
    const at = Number(place) - 1;
    const platformCustomerId = wanted[at] ?? 0;
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
